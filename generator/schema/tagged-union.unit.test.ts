import { type SchemaObject, withArgumentsBeside, withOwnProperties } from "@toolwright/json-schema";
import { canonical } from "@toolwright/runtime/json";
import { explainErrors } from "@toolwright/runtime/problems";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainValidatorOf } from "../../json-schema/test/support/plain-ajv.ts";

/** Makes an alternative distinguished by `is`, with these additional properties. */
const kind = (is: unknown, properties: object = {}, required: readonly string[] = []) => ({
  properties: { is: { const: is }, ...properties },
  required: ["is", ...required],
  additionalProperties: false,
});
const union = (...oneOf: readonly object[]) => ({ type: "object", oneOf });
const closed = (properties: object) => ({ type: "object", properties, additionalProperties: false });

const tag = { type: "string", enum: ["a", "b"] };
const text = { type: "string", description: "A text." };
const number = { type: "number" };
const $defs = { size: number, words: { type: "array", items: text } };

/** Makes a folded union of two alternatives: the properties beside them, and the rest of each. */
const beside = (properties: object, a: object, b: object) => ({
  type: "object",
  properties: { is: tag, ...properties },
  required: ["is"],
  anyOf: [{ type: "object" }],
  oneOf: [
    { properties: { is: { const: "a" } }, ...a },
    { properties: { is: { const: "b" } }, ...b },
  ],
});
const names = (...more: readonly string[]) => ({ propertyNames: { enum: ["is", ...more] } });
const own = (is: string, properties: object) => ({ properties: { is: { const: is }, ...properties } });

describe("the properties of a tagged union stand beside it", () => {
  test.each<[string, object, object]>([
    ["the tag alone", union(kind("a"), kind("b")), beside({}, names(), names())],
    [
      "what the alternatives describe alike",
      union(kind("a", { text }), kind("b", { text })),
      beside({ text }, names("text"), names("text")),
    ],
    [
      "what one of them has",
      union(kind("a", { text }), kind("b", { number })),
      beside({ text, number }, names("text"), names("number")),
    ],
    [
      "what all of them require",
      union(kind("a", { text, number }, ["text", "number"]), kind("b", { text }, ["text"])),
      {
        ...beside({ text, number }, { ...names("text", "number"), required: ["number"] }, names("text")),
        required: ["is", "text"],
      },
    ],
    [
      "a property of two types",
      union(kind("a", { by: text }), kind("b", { by: { type: ["number", "null"] } })),
      beside(
        { by: { type: ["string", "number", "null"] } },
        { ...names("by"), ...own("a", { by: text }) },
        { ...names("by"), ...own("b", { by: { type: ["number", "null"] } }) },
      ),
    ],
    [
      "a property with other constants in each",
      union(kind("a", { by: { const: 1 } }), kind("b", { by: { enum: [null, 1] } })),
      beside(
        { by: { type: ["number", "null"], enum: [1, null] } },
        { ...names("by"), ...own("a", { by: { const: 1 } }) },
        { ...names("by"), ...own("b", { by: { enum: [null, 1] } }) },
      ),
    ],
    [
      "closed objects within them",
      union(kind("a", { by: closed({ text, number }) }), kind("b", { by: closed({ text, number: text }) })),
      beside(
        { by: { type: "object", properties: { text, number: { type: ["number", "string"] } } } },
        {
          ...names("by"),
          ...own("a", {
            by: { type: "object", propertyNames: { enum: ["text", "number"] }, properties: { number } },
          }),
        },
        {
          ...names("by"),
          ...own("b", {
            by: { type: "object", propertyNames: { enum: ["text", "number"] }, properties: { number: text } },
          }),
        },
      ),
    ],
    [
      "lists of other items, and a text",
      union(
        kind("a", { by: { type: "array", items: text } }),
        kind("b", { by: { type: ["array", "string"], items: number, minItems: 1 } }),
      ),
      beside(
        { by: { type: ["array", "string"], items: { type: ["string", "number"] } } },
        { ...names("by"), ...own("a", { by: { type: "array", items: text } }) },
        { ...names("by"), ...own("b", { by: { type: ["array", "string"], items: number, minItems: 1 } }) },
      ),
    ],
    [
      "a list whose first item is another",
      union(
        kind("a", { by: { type: "array", items: text } }),
        kind("b", { by: { type: "array", prefixItems: [number], items: text } }),
      ),
      beside(
        { by: { type: "array", items: {} } },
        { ...names("by"), ...own("a", { by: { type: "array", items: text } }) },
        { ...names("by"), ...own("b", { by: { type: "array", prefixItems: [number], items: text } }) },
      ),
    ],
    [
      "references to definitions of two types",
      union(kind("a", { by: { $ref: "#/$defs/size" } }), kind("b", { by: { $ref: "#/$defs/words" } })),
      beside(
        { by: { type: ["number", "array"], items: text } },
        { ...names("by"), ...own("a", { by: { $ref: "#/$defs/size" } }) },
        { ...names("by"), ...own("b", { by: { $ref: "#/$defs/words" } }) },
      ),
    ],
    [
      "an object or a text",
      union(kind("a", { by: { type: "object" } }), kind("b", { by: text })),
      beside(
        { by: { type: ["object", "string"], anyOf: [{ type: "object" }, text] } },
        { ...names("by"), ...own("a", { by: { type: "object" } }) },
        { ...names("by"), ...own("b", { by: text }) },
      ),
    ],
    [
      "a default of one of them, which the others must not get",
      union(kind("a", { by: { ...text, default: "x" } }), kind("b")),
      beside({ by: text }, { ...names("by"), ...own("a", { by: { ...text, default: "x" } }) }, names()),
    ],
    [
      "a default of all of them",
      union(kind("a", { by: { ...text, default: "x" } }), kind("b", { by: { ...text, default: "x" } })),
      beside({ by: { ...text, default: "x" } }, names("by"), names("by")),
    ],
  ])("%s", (_, schema, want) => {
    const folded = withArgumentsBeside({ $defs, properties: { edit: schema } });
    expect(folded).toEqual({ $defs, properties: { edit: want } });
    expect(withOwnProperties(folded)).toEqual({ $defs, properties: { edit: schema } });
  });

  test("keeps the discriminator of a union", () => {
    const discriminator = { propertyName: "is" };
    const schema = { ...union(kind("a"), kind("b")), discriminator };
    expect(withArgumentsBeside(schema)).toEqual({ ...beside({}, names(), names()), discriminator });
  });

  test("moves the rest of a union that has some properties beside it", () => {
    const schema = union(kind("a", { text }), kind("b", { text }));
    const half = {
      ...union(kind("a", { text: { type: "string" } }), kind("b", { text: { type: "string" } })),
      properties: { text },
    };
    expect(withArgumentsBeside(half)).toEqual(withArgumentsBeside(schema));
  });
});

describe("a union stays as it is", () => {
  const [a, b] = [kind("a"), kind("b")];
  test.each<[string, Record<string, unknown>]>([
    ["that has one alternative", union(a)],
    ["whose alternatives have a tag in common", union(a, kind("b"), kind("a", { text }))],
    ["whose tag may be absent", union(a, { ...b, required: [] })],
    ["of which an alternative takes more", union(a, { ...b, additionalProperties: text })],
    ["of which an alternative is a reference", union(a, { $ref: "#/$defs/b" })],
    ["of which an alternative says how names look", union(a, { ...b, propertyNames: { maxLength: 9 } })],
    ["of which an alternative sees what others say", union(a, { ...b, unevaluatedProperties: false })],
    ["that may be no object", { oneOf: [a, b] }],
    ["that may fit several", { type: "object", anyOf: [a, b] }],
    ["beside which a keyword sees the same object", { ...union(a, b), unevaluatedProperties: false }],
    [
      "with two meanings of a property, one without a type",
      union(kind("a", { x: {} }), kind("b", { x: text })),
    ],
    ["into which a reference leads", union(kind("a", { x: { $ref: "#/properties/edit/oneOf/1" } }), b)],
    ["in which a part has a name", union(kind("a", { x: { $anchor: "x", type: "null" } }), b)],
  ])("%s", (_, schema) => {
    const whole = { $defs: { b }, properties: { edit: schema } };
    expect(withArgumentsBeside(whole)).toEqual(whole);
  });
});

const property = fc.constantFrom(
  {},
  text,
  { type: "string", minLength: 3 },
  { ...number, default: 1 },
  { enum: [1, "x"] },
  { enum: ["a", "b"] },
  { type: "array", items: text },
  { type: "array", prefixItems: [number], items: text },
  { type: ["string", "null"] },
);
const inner = fc
  .dictionary(fc.constantFrom("low", "high", "constructor"), property)
  .map((properties) => closed({ ...properties }));
const members = fc.dictionary(
  fc.constantFrom("id", "size", "unit", "constructor"),
  fc.oneof(property, inner),
);
/** Properties that are objects in each alternative that has them, or in none. */
const alikeMembers = fc
  .tuple(
    fc.dictionary(fc.constantFrom("id", "size", "constructor"), property),
    fc.dictionary(fc.constant("unit"), inner),
  )
  .map(([values, objects]) => ({ ...values, ...objects }));
const unionsOf = (kinds: typeof members | typeof alikeMembers) =>
  fc
    .array(fc.tuple(kinds, fc.uniqueArray(fc.constantFrom("id", "size", "absent"))), {
      minLength: 2,
      maxLength: 4,
    })
    .map((kinds) =>
      union(...kinds.map(([properties, required], index) => kind(`k${index}`, properties, required))),
    );
const unions = unionsOf(members);
const value = fc.constantFrom<unknown>(
  ...["", "a", "long", 1, null],
  ...[["x"], [1, "x"], {}, { low: "x" }, { high: 1 }, { constructor: 1 }],
);
const values = fc
  .tuple(
    fc.constantFrom(undefined, "k0", "k1", "k2", "k9"),
    fc.dictionary(fc.constantFrom("id", "size", "unit", "constructor"), value),
  )
  .map(([is, others]) => ({ ...(is !== undefined && { is }), ...others }));

test("accepts the same values, and can be reversed to an equal schema", () => {
  fc.assert(
    fc.property(unions, fc.array(values, { minLength: 5, maxLength: 20 }), (made, objects) => {
      const schema = JSON.parse(JSON.stringify(made));
      const folded = withArgumentsBeside(schema);
      const back = withOwnProperties(folded);
      const [before, after, again] = [schema, folded, back].map((each) =>
        plainValidatorOf(each as SchemaObject),
      );
      for (const object of objects)
        expect([after!(object), again!(object)]).toEqual([before!(object), before!(object)]);
      expect(canonical(withArgumentsBeside(back))).toBe(canonical(folded));
    }),
    { numRuns: 30 },
  );
});

/** The gate has the errors of the spec's own schema, and explains them by the published one. */
test("the published schema leads to the same error messages", () => {
  fc.assert(
    fc.property(
      unionsOf(alikeMembers),
      fc.array(values, { minLength: 5, maxLength: 20 }),
      (made, objects) => {
        const schema = JSON.parse(JSON.stringify(made));
        const validate = new Ajv2020({ strict: false, allErrors: true, ownProperties: true }).compile(schema);
        for (const object of objects) {
          const errors = validate(object) ? [] : validate.errors!;
          const explained = explainErrors(errors, object, schema);
          expect(explainErrors(errors, object, withArgumentsBeside(schema))).toEqual(explained);
        }
      },
    ),
    { numRuns: 30 },
  );
});
