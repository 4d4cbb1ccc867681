import fc from "fast-check";
import { expect, test } from "vitest";
import { canonical } from "./json.ts";
import { withOwnProperties, withSharedProperties } from "./shared-properties.ts";
import { plainValidatorOf } from "./test/support/plain-ajv.ts";
import type { SchemaObject } from "./types.ts";

const text = { type: "string", maxLength: 3, description: "A few letters." };
const string = { type: "string" };
const kind = (type: string, properties: object, required: string[] = []) => ({
  properties: { id: text, type: { const: type }, ...properties },
  required: ["id", "type", ...required],
  additionalProperties: false,
});

const closed = {
  oneOf: [kind("a", { size: text }), kind("b", { size: text, unit: { type: "number" } }, ["unit"])],
};

/** Two closed alternatives that share only a property with this schema. */
const alikeWith = (size: object) => ({
  oneOf: ["a", "b"].map((type) => ({
    properties: { type: { const: type }, size },
    additionalProperties: false,
  })),
});

test("moves properties that closed alternatives describe alike beside them, and leaves the type in each", () => {
  expect(withSharedProperties(closed)).toEqual({
    properties: { id: text, size: text },
    required: ["id", "type"],
    oneOf: [
      { properties: { id: string, type: { const: "a" }, size: string }, additionalProperties: false },
      {
        properties: { id: string, type: { const: "b" }, size: string, unit: { type: "number" } },
        required: ["unit"],
        additionalProperties: false,
      },
    ],
  });
});

const [a, b] = closed.oneOf;
test("finds the remaining type of a property in a definition", () => {
  const $defs = { text };
  const schema = alikeWith({
    $ref: "#/$defs/text",
    description: "How large it is, in letters, not in numbers.",
  });
  const short = withSharedProperties({ $defs, properties: { a: schema } });
  expect(short).toMatchObject({ properties: { a: { oneOf: [{ properties: { size: string } }, {}] } } });
  expect(withOwnProperties(short)).toEqual({ $defs, properties: { a: schema } });
});

test.each<[string, Record<string, unknown>]>([
  ["an alternative is open", { oneOf: [a, { ...b, additionalProperties: undefined }] }],
  ["an alternative takes names by a pattern", { oneOf: [a, { ...b, patternProperties: { "^s": {} } }] }],
  ["an alternative is a reference", { oneOf: [a, { $ref: "#" }] }],
  [
    "another keyword beside the alternatives sees the same object",
    { ...closed, unevaluatedProperties: false },
  ],
  ["properties stand beside the alternatives already", { ...closed, properties: {} }],
  ["the common property has no type", alikeWith({ enum: ["large", "small"] })],
  ["the common property has only a type", alikeWith(string)],
  [
    "the alternatives have no common property",
    { anyOf: [a, { ...b, properties: { id: { type: "string" } } }] },
  ],
])("moves no property if %s", (_, schema) => {
  expect(withSharedProperties(schema)).toEqual(schema);
});

const property = fc.constantFrom(
  {},
  text,
  { type: "string", minLength: 3 },
  { type: "number" },
  { enum: [1, "x"] },
);
const branch = fc
  .record({
    properties: fc.dictionary(fc.constantFrom("id", "size", "unit", "constructor"), property),
    required: fc.option(fc.uniqueArray(fc.constantFrom("id", "size", "unit")), { nil: undefined }),
  })
  .map((made) => ({ ...JSON.parse(JSON.stringify(made)), additionalProperties: false }) as object);
const unions = fc
  .tuple(fc.constantFrom("oneOf", "anyOf"), fc.array(branch, { minLength: 1, maxLength: 4 }))
  .map(([keyword, branches]) => ({ type: "object", [keyword]: branches }));
const objects = fc.dictionary(
  fc.constantFrom("id", "size", "unit", "constructor"),
  fc.constantFrom("", "long", 1, "x", null),
);

test("accepts the same values, and can be reversed to an equal schema", () => {
  fc.assert(
    fc.property(unions, fc.array(objects, { minLength: 5, maxLength: 20 }), (schema, values) => {
      const short = withSharedProperties(schema);
      const [before, after, back] = [schema, short, withOwnProperties(short)].map((each) =>
        plainValidatorOf(each as SchemaObject),
      );
      for (const value of values)
        expect([after!(value), back!(value)]).toEqual([before!(value), before!(value)]);
      expect(JSON.stringify(short).length).toBeLessThanOrEqual(JSON.stringify(schema).length);
      expect(canonical(withSharedProperties(withOwnProperties(short)))).toBe(canonical(short));
    }),
    { numRuns: 30 },
  );
});
