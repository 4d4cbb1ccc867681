/** Checks the schemas without lists of types: their form, and that they accept the same values. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { withSingleTypes } from "./single-types.ts";
import { randomFrom, valueNear } from "./test/support/near.ts";
import { plainValidatorOf } from "./test/support/plain-ajv.ts";
import { schemas } from "./test/support/schemas.ts";
import type { SchemaObject } from "./types.ts";
import { walk } from "./walk.ts";

const none = { type: "null" };

test.each<[string, SchemaObject, SchemaObject]>([
  [
    "a text or null",
    { type: ["string", "null"], maxLength: 3, description: "A tag.", default: null, examples: ["a"] },
    {
      description: "A tag.",
      default: null,
      examples: ["a"],
      anyOf: [{ type: "string", maxLength: 3 }, none],
    },
  ],
  [
    "values or null",
    { type: ["integer", "null"], enum: [1, 2, null] },
    { anyOf: [{ type: "integer", enum: [1, 2] }, none] },
  ],
  ["one value of a list of types", { type: ["string", "null"], const: "a" }, { type: "string", enum: ["a"] }],
  ["values of other types", { type: ["string", "null"], enum: [1] }, { type: "string", enum: [1] }],
  [
    "a value that is not listed",
    { type: ["string", "null"], const: "a", enum: ["b"] },
    { type: "string", const: "a", enum: ["b"] },
  ],
  [
    "a list or a number",
    { type: ["array", "number"], items: { type: ["string"] }, minimum: 1 },
    {
      anyOf: [
        { type: "array", items: { type: "string" } },
        { type: "number", minimum: 1 },
      ],
    },
  ],
  [
    "types beside a choice that says them",
    { type: ["string", "null"], anyOf: [{ type: "string" }, none] },
    { anyOf: [{ type: "string" }, none] },
  ],
  [
    "types beside a choice that does not say them",
    { type: ["string", "null"], anyOf: [{ maxLength: 1 }, { pattern: "^a" }] },
    { anyOf: [{ maxLength: 1 }, { pattern: "^a" }], allOf: [{ anyOf: [{ type: "string" }, none] }] },
  ],
  [
    "types beside a keyword for the same value",
    { type: ["string", "null"], not: { const: "" } },
    { not: { const: "" }, anyOf: [{ type: "string" }, none] },
  ],
  [
    "types in a branch of a choice",
    { anyOf: [{ type: ["string", "null"], minLength: 1 }, { type: "object" }] },
    { anyOf: [{ type: "string", minLength: 1 }, none, { type: "object" }] },
  ],
])("%s", (_, schema, want) => {
  const root = (a: SchemaObject) => ({ type: "object", properties: { a } });
  expect(withSingleTypes(root(schema))).toEqual(root(want));
  expect(withSingleTypes(root(want))).toEqual(root(want));
});

test.each(["string", "null"])("lists of types stay if a value may be an object or %s", (other) => {
  const properties = { a: { type: ["object", other] }, b: { type: ["string", "null"] } };
  expect(withSingleTypes({ type: "object", properties })).toEqual({ type: "object", properties });
});

test("a keyword that a reference leads through stays in its place", () => {
  const b = { $ref: "#/properties/a/items" };
  const items = { type: ["string", "null"], minLength: 1 };
  expect(
    withSingleTypes({ type: "object", properties: { a: { type: ["array", "null"], items }, b } }),
  ).toEqual({
    type: "object",
    properties: {
      a: {
        items: { anyOf: [{ type: "string", minLength: 1 }, none] },
        anyOf: [{ type: "array" }, none],
      },
      b,
    },
  });
});

/** Schemas with a list of types and keywords of any type, also of types that are not in the list. */
function typeLists(references: readonly string[]): fc.Arbitrary<SchemaObject> {
  const names = ["a", "b", "c"];
  const some = schemas(references, names, 1);
  const types = fc.constantFrom("null", "boolean", "array", "number", "string", "integer");
  const lists = fc.uniqueArray(types, { minLength: 1, maxLength: 3 });
  return fc
    .tuple(some, some, some, lists)
    .map(([one, two, three, type]) => Object.assign({}, one, two, three, { type }));
}

/** The verdict of a validator; `undefined` if the code that Ajv printed fails, as for an inherited name. */
function judge(fits: (value: unknown) => boolean, value: unknown): boolean | undefined {
  try {
    return fits(value);
  } catch {
    return undefined;
  }
}

test("accepts the same values, without a list of types", { timeout: 60_000 }, () => {
  let compared = 0;
  fc.assert(
    fc.property(typeLists(["#/$defs/other"]), typeLists([]), fc.nat(), (value, other, start) => {
      const schema = { $defs: { other }, type: "object", properties: { value } };
      const fits = plainValidatorOf(schema);
      const written = withSingleTypes(schema);
      if (!fits || JSON.stringify(written) === JSON.stringify(schema)) return;
      walk(written, ({ type }) => expect(Array.isArray(type)).toBe(false));
      const random = randomFrom(start);
      const fitsWritten = plainValidatorOf(written as SchemaObject)!;
      for (let count = 0; count < 40; count++) {
        const sample = { value: valueNear(value, random) };
        const [before, after] = [judge(fits, sample), judge(fitsWritten, sample)];
        if (before === undefined || after === undefined) continue;
        expect(after).toBe(before);
        compared++;
      }
    }),
    { numRuns: 60 },
  );
  expect(compared).toBeGreaterThan(500);
});
