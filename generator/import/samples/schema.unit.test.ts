/** Tests the schemas that are made of results: in small tables, and by laws at any JSON. */
import { type JsonSchema, rootNode, type SchemaRoot } from "@toolwright/json-schema";
import { evaluatorFor } from "@toolwright/json-schema/evaluation";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { schemaOf } from "./schema.ts";

/** The branch for whole results that are objects or lists. */
function branchOf(...values: readonly unknown[]): JsonSchema {
  const { anyOf: [first, ...others] = [] } = schemaOf(values) as { readonly anyOf?: readonly JsonSchema[] };
  expect(others).toEqual([{}]);
  return first ?? false;
}

const record = (properties: object) => ({ type: "object", properties });
const text = { type: "string" };

const number = { type: "number" };

test.each<[title: string, values: readonly unknown[], wanted: unknown]>([
  [
    "ids stay whole numbers, other numbers need not",
    [{ id: 1, size: 2 }],
    record({ id: { type: "integer" }, size: number }),
  ],
  [
    "an id that is null at times has a branch of its own",
    [{ id: "n1" }, { id: null }],
    record({ id: { anyOf: [{ type: "null" }, text] } }),
  ],
  ["a member that was null everywhere may be anything", [{ due: null }], record({ due: {} })],
  [
    "types of all values are united",
    [{ a: 1 }, { a: "x" }, { a: null }],
    record({ a: { type: ["null", "number", "string"] } }),
  ],
  [
    "a place may have an object and a list",
    [{ a: { b: 1 } }, { a: [] }],
    record({ a: { anyOf: [record({ b: number }), { type: "array" }] } }),
  ],
  ["a list without items has no schema of them", [{ tags: [] }], record({ tags: { type: "array" } })],
  [
    "items of all lists have one schema",
    [{ tags: ["a"] }, { tags: [true] }],
    record({ tags: { type: "array", items: { type: ["boolean", "string"] } } }),
  ],
  [
    "ids in a list are ids",
    [{ note_ids: [1] }],
    record({ note_ids: { type: "array", items: { type: "integer" } } }),
  ],
  [
    "members have the order of the server",
    [
      { z: "x", b: "x" },
      { b: "x", a: "x" },
    ],
    record({ b: text, z: text, a: text }),
  ],
  [
    "a key with data makes a map",
    [{ "ana@example.com": 1, total: 2 }],
    { type: "object", additionalProperties: number },
  ],
  [
    "objects of one form make a map",
    [{ ana: { age: 1 }, ben: { age: 2 } }],
    { type: "object", additionalProperties: record({ age: number }) },
  ],
  [
    "a key that is a text as well is left out",
    [{ columns: ["salary"], rows: [{ salary: 1, row: 2 }] }],
    record({
      columns: { type: "array", items: text },
      rows: { type: "array", items: record({ row: number }) },
    }),
  ],
])("%s", (_, values, wanted) => {
  expect(branchOf(...values)).toEqual(wanted);
});

test.each([
  ["an id", "n-81f3c"],
  ["a number", "17"],
  ["a date", "2026-01-02"],
  ["an address", "ana@example.com"],
  ["a path", "src/notes"],
  ["a sentence", "All notes"],
  ["a key of an API", "sk_live_51Hx9"],
  ["a host", "example.com"],
  ["the prototype", "__proto__"],
  ["a long text", "a".repeat(41)],
])("%s is no name of a member", (_, key) => {
  expect(branchOf(JSON.parse(`{ ${JSON.stringify(key)}: true }`))).toEqual({
    type: "object",
    additionalProperties: { type: "boolean" },
  });
});

test.each(["created_at", "Content-Type", "@type", "$ref", "_links", "line2", "größe", "constructor"])(
  "%s is a name of a member",
  (key) => {
    expect(branchOf(JSON.parse(`{ ${JSON.stringify(key)}: true }`))).toEqual(
      record({ [key]: { type: "boolean" } }),
    );
  },
);

test("10,000 keys make a map, and many parts are described to a lower depth", () => {
  const keys = Array.from({ length: 10_000 }, (_, index) => [
    `key${"abcdefghij"[index % 10]}${"x".repeat(index / 400)}`,
    index,
  ]);
  expect(branchOf(Object.fromEntries(keys))).toEqual({
    type: "object",
    additionalProperties: number,
  });
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const wide = (depth: number): unknown =>
    depth === 0
      ? 1
      : Object.fromEntries(letters.map((letter) => [letter, letter === "a" ? 1 : wide(depth - 1)]));
  expect(JSON.stringify(schemaOf([wide(4)])).length).toBeLessThan(60_000);
});

test("levels below the eighth may be anything, however many there are", () => {
  const levels = 100_000;
  const deep = JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
  expect(JSON.stringify(schemaOf([deep])).length).toBeLessThan(1_000);
});

/** Whether values fit a schema. */
function fitsOf(schema: JsonSchema): (value: unknown) => boolean {
  const root: SchemaRoot = {
    uri: "spec:///seen",
    schema,
    dialect: "2020-12",
    at: { file: "seen", path: [] },
  };
  const { fits } = evaluatorFor(() => undefined);
  return (value) => fits(value, rootNode(root));
}

describe("laws", () => {
  const marked = fc.string({ maxLength: 4 }).map((value) => `§${value}`);
  const key = fc.oneof(fc.constantFrom("id", "ids", "note_id", "items", "__proto__", "constructor"), marked);
  const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc.constantFrom<unknown>(null, true, 0, 7, 1.5, 2 ** 60),
      marked,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(key, tie("value"), { maxKeys: 4 }),
    ),
  }));
  const results = fc.array(fc.oneof(fc.array(json), fc.dictionary(key, json)), {
    minLength: 1,
    maxLength: 4,
  });

  test("each result fits what is said of all", () => {
    fc.assert(
      fc.property(results, (values) => {
        expect(values.every(fitsOf(branchOf(...values)))).toBe(true);
      }),
    );
  });

  test("the order of results has no effect", () => {
    fc.assert(
      fc.property(results, fc.nat(), (values, shift) => {
        const at = shift % values.length;
        const turned = [...values.slice(at), ...values.slice(0, at)].reverse();
        expect(JSON.stringify(schemaOf(turned))).toBe(JSON.stringify(schemaOf(values)));
      }),
    );
  });

  test("no text of a result is in the schema", () => {
    fc.assert(
      fc.property(results, (values) => {
        expect(JSON.stringify(schemaOf(values))).not.toContain("§");
      }),
    );
  });

  test("any other result fits the schema", () => {
    fc.assert(
      fc.property(results, json, (values, other) => {
        expect(fitsOf(schemaOf(values))(other)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
