import fc from "fast-check";
import { evaluatorFor } from "../../evaluation/evaluator.ts";
import { randomFrom, valueNear } from "./near.ts";

/** A JSON Schema as plain data. */
export type Schema = boolean | { readonly [keyword: string]: unknown };

/** Property names that are easy to get wrong. */
export const plainNames = ["a", "b", "kind", "größe", "with space", "__proto__", "0", "it's", 'a"b', "a/b~c"];
/** Includes names that every object inherits; TypeScript assumes that every object has them. */
export const allNames = [...plainNames, "constructor", "toString"];

const prose = fc.constantFrom(
  "Plain.",
  "Ends */ here",
  "`code` \u0024{x}",
  "two\nlines",
  "@tag",
  "名前 🙂",
  "\\u0041",
  "",
);
const patterns = ["^a", "b$", "^[a-c]*$", "^\\p{L}+$", "\\d", "/", '"'];
/** Texts that a generator which rewrites code might take for code. */
const codes = [
  "for(let i0=0; i0<len0; i0++){",
  'require("x").y',
  "schema12",
  "export const input = 1;",
  "\u0024{x}`*/",
];
const formats = ["date", "date-time", "email", "uri", "uuid", "ipv4", "regex", "made-up"];
const count = fc.nat(3);
const bound = fc.constantFrom(-2, -1, 0, 0.5, 1, 2, 3, 10);

/** JSON values, small ones more often; objects in them have these keys. */
function json(names: readonly string[]): fc.Arbitrary<unknown> {
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(
        null,
        true,
        false,
        0,
        1,
        -1,
        0.5,
        2,
        "",
        "a",
        "ab",
        "b",
        "2026-01-31",
        "größe",
        "😀",
        ...codes,
      ),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ maxLength: 6, unit: "grapheme" }),
      fc.array(tie("value"), { maxLength: 4 }),
      record(fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 4 })),
    ),
  })).value;
}

/** fast-check's dictionaries may have no prototype; JSON has one. */
function record(dictionary: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  return dictionary.map((map) => Object.fromEntries(Object.entries(map)));
}

const annotations = fc.record(
  { title: prose, description: prose, $comment: prose, deprecated: fc.boolean(), "x-note": prose },
  { requiredKeys: [] },
);

/** Makes schemas over every keyword. `references`: the values for `$ref`; `names`: the names for properties. */
export function schemas(
  references: readonly string[],
  names: readonly string[],
  depth: number,
): fc.Arbitrary<Schema> {
  const simple = leaf(references, names);
  if (depth === 0) return simple;
  const below = schemas(references, names, depth - 1);
  // A reference that is reached without going deeper into the value easily leads in a circle.
  const inPlace = fc.oneof(
    { weight: 15, arbitrary: schemas([], names, depth - 1) },
    { weight: 1, arbitrary: below },
  );
  return fc.oneof(
    { weight: 4, arbitrary: simple },
    { weight: 4, arbitrary: addAnnotations(orderBounds(objects(below, names))) },
    { weight: 2, arbitrary: addAnnotations(orderBounds(arrays(below))) },
    { weight: 2, arbitrary: addAnnotations(combinations(inPlace)) },
    { weight: 1, arbitrary: addAnnotations(choices(below, names)) },
  );
}

/** Adds annotations rarely; examples and defaults are values that mostly fit. */
function addAnnotations(arbitrary: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const rarely = fc.option(annotations, { freq: 3, nil: {} });
  return fc.tuple(arbitrary, rarely, fc.option(fc.nat(), { freq: 1 })).map(([schema, more, seed]) => {
    if (typeof schema === "boolean") return schema;
    const examples = seed === null ? [] : likely(schema, seed);
    return { ...schema, ...more, ...(examples.length > 0 && { examples }) };
  });
}

const { fits } = evaluatorFor(() => undefined);

/** Returns at most one value that fits a schema, as far as that can be judged without resolving references. It tries 20 values. */
function likely(schema: Exclude<Schema, boolean>, seed: number): unknown[] {
  if ("$ref" in schema) return [];
  const random = randomFrom(seed);
  const target = {
    root: { uri: "", schema, dialect: "2020-12", at: { file: "", path: [] } },
    pointer: "",
    schema,
  } as const;
  const found = Array.from({ length: 20 }, () => valueNear(schema, random)).find((value) =>
    fits(value, target),
  );
  return found === undefined ? [] : [found];
}

/** Bounds the right way round, mostly. */
function orderBounds(arbitrary: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const pairs = [
    ["minLength", "maxLength"],
    ["minItems", "maxItems"],
    ["minProperties", "maxProperties"],
    ["minContains", "maxContains"],
    ["minimum", "maximum"],
  ] as const;
  return fc.tuple(arbitrary, fc.nat(9)).map(([schema, chance]) => {
    if (typeof schema === "boolean" || chance === 0) return schema;
    const copy: Record<string, unknown> = { ...schema };
    for (const [low, high] of pairs)
      if (Number(copy[low]) > Number(copy[high])) [copy[low], copy[high]] = [copy[high], copy[low]];
    return copy;
  });
}

function leaf(references: readonly string[], names: readonly string[]): fc.Arbitrary<Schema> {
  const text = fc.record(
    {
      type: fc.constant("string"),
      minLength: count,
      maxLength: fc.nat(6),
      pattern: fc.constantFrom(...patterns),
      format: fc.constantFrom(...formats),
    },
    { requiredKeys: ["type"] },
  );
  const number = fc.record(
    {
      type: fc.constantFrom("number", "integer"),
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: fc.constantFrom(-3, -1, 0),
      exclusiveMaximum: fc.constantFrom(3, 4, 11),
      multipleOf: fc.constantFrom(0.5, 1, 2),
    },
    { requiredKeys: ["type"] },
  );
  const types = fc.constantFrom("null", "boolean", "object", "array", "number", "string", "integer");
  const constants = fc.oneof(
    json(names).map((value) => ({ const: value })),
    fc
      .uniqueArray(json(names), { minLength: 1, maxLength: 3, selector: (value) => JSON.stringify(value) })
      .map((values) => ({ enum: values })),
  );
  const reference =
    references.length === 0 ? [] : [fc.constantFrom(...references).map(($ref): Schema => ({ $ref }))];
  return addAnnotations(
    fc.oneof(
      { weight: 3, arbitrary: orderBounds(text) },
      { weight: 3, arbitrary: orderBounds(number) },
      { weight: 2, arbitrary: constants },
      { weight: 1, arbitrary: types.map((type) => ({ type })) },
      {
        weight: 1,
        arbitrary: fc.uniqueArray(types, { minLength: 1, maxLength: 3 }).map((type) => ({ type })),
      },
      { weight: 1, arbitrary: fc.constantFrom<Schema>(true, false, {}) },
      ...reference.map((arbitrary) => ({ weight: 3, arbitrary })),
    ),
  );
}

/** Object schemas; properties may have defaults. */
export function objects(
  below: fc.Arbitrary<Schema>,
  names: readonly string[],
): fc.Arbitrary<Exclude<Schema, boolean>> {
  const name = fc.constantFrom(...names);
  const some = fc.uniqueArray(name, { maxLength: 2 });
  const withDefault = fc.tuple(below, fc.option(fc.nat(), { freq: 4 })).map(([schema, seed]) => {
    if (seed === null || typeof schema === "boolean") return schema;
    const [value] = likely(schema, seed);
    return value === undefined ? schema : { ...schema, default: value };
  });

  return fc
    .record(
      {
        type: fc.constant("object"),
        properties: record(fc.dictionary(name, withDefault, { maxKeys: 4 })),
        required: some,
        additionalProperties: fc.oneof(fc.boolean(), below),
        patternProperties: record(
          fc.dictionary(fc.constantFrom("^a", "t", "^[^k]*$"), below, { minKeys: 1, maxKeys: 2 }),
        ),
        propertyNames: below,
        minProperties: count,
        maxProperties: fc.nat(4),
        dependentRequired: record(fc.dictionary(name, some, { maxKeys: 2 })),
        dependentSchemas: record(fc.dictionary(name, below, { maxKeys: 2 })),
        unevaluatedProperties: fc.oneof(fc.constant(false), below),
      },
      { requiredKeys: ["type", "properties"] },
    )
    .chain((schema) => sparse(schema, ["type", "properties"]));
}

function arrays(below: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc
    .record(
      {
        type: fc.constant("array"),
        prefixItems: fc.array(below, { minLength: 1, maxLength: 3 }),
        items: fc.oneof(fc.boolean(), below),
        contains: below,
        minContains: count,
        maxContains: count,
        minItems: count,
        maxItems: fc.nat(5),
        uniqueItems: fc.boolean(),
        unevaluatedItems: fc.oneof(fc.constant(false), below),
      },
      { requiredKeys: ["type"] },
    )
    .chain((schema) => sparse(schema, ["type"]));
}

function combinations(below: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const list = fc.array(below, { minLength: 1, maxLength: 3 });
  return fc
    .record(
      {
        allOf: list,
        anyOf: list,
        oneOf: list,
        not: below,
        if: below,
        then: below,
        else: below,
        type: fc.constant("object"),
      },
      { requiredKeys: [] },
    )
    .chain((schema) => sparse(schema, []));
}

/** Makes a `oneOf` with a property that tells its branches apart. */
function choices(below: fc.Arbitrary<Schema>, names: readonly string[]): fc.Arbitrary<Schema> {
  const branch = objects(below, names).map((schema) => schema as { properties: object; required?: string[] });
  return fc.array(branch, { minLength: 2, maxLength: 3 }).map((branches) => ({
    oneOf: branches.map((schema, index) => ({
      ...schema,
      properties: {
        ...schema.properties,
        kind: index === 0 ? { enum: ["k0", "k"] } : { const: `k${index}` },
      },
      required: [...new Set([...(schema.required ?? []), "kind"])],
    })),
  }));
}

/** Leaves out most keywords: a schema with all of them fits no value. */
function sparse<Value extends object>(schema: Value, kept: readonly string[]): fc.Arbitrary<Value> {
  const keys = Object.keys(schema).filter((key) => !kept.includes(key));
  return fc
    .subarray(keys, { maxLength: Math.min(3, keys.length) })
    .map(
      (chosen) =>
        Object.fromEntries(
          Object.entries(schema).filter(([key]) => kept.includes(key) || chosen.includes(key)),
        ) as Value,
    );
}
