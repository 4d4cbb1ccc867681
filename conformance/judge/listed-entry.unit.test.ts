/** Entries of `tools/list` that mean the same, and those that do not. */
import { expect, test } from "vitest";
import { applyEdits, type JsonObject, valueAt } from "../cases/edits.ts";
import { readCaseFile } from "../cases/load.ts";
import { isMinor, listEntryDifferences } from "./listed-entry.ts";

const entry = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  name: "get_talk",
  title: "Get talk",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: { type: "object", properties: { a: schema } },
  ...more,
});

const places = (expected: JsonObject, actual: JsonObject) =>
  listEntryDifferences(expected, actual).map(({ at }) => at);

const dialect = "https://json-schema.org/draft/2020-12/schema";
const list = { type: "array", items: { $ref: "#/$defs/node" } };
const tree = { $ref: "#/$defs/node", $defs: { node: { type: "object", properties: { parts: list } } } };
const unrolled = {
  type: "object",
  properties: { parts: { type: "array", items: { $ref: "#/$defs/part" } } },
  $defs: {
    part: { type: "object", properties: { parts: { type: "array", items: { $ref: "#/$defs/part" } } } },
  },
};

test.each<[string, JsonObject, JsonObject]>([
  [
    "an integer of zod",
    { type: "integer" },
    { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 },
  ],
  [
    "a time of zod",
    { type: "string", format: "date-time" },
    { type: "string", format: "date-time", pattern: "^.*Z$" },
  ],
  [
    "a record of zod",
    { type: "object", additionalProperties: { type: "number" } },
    { type: "object", propertyNames: { type: "string" }, additionalProperties: { type: "number" } },
  ],
  ["one value", { enum: ["x"] }, { type: "string", const: "x" }],
  ["values in another order", { type: "string", enum: ["a", "b"] }, { enum: ["b", "a"] }],
  [
    "an optional text of Pydantic",
    { type: ["string", "null"] },
    { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "A" },
  ],
  [
    "a text or a list, for which each has its keyword",
    { type: ["string", "array"], maxLength: 9, items: { type: "number" } },
    {
      anyOf: [
        { type: "string", maxLength: 9 },
        { type: "array", items: { type: "number" } },
      ],
    },
  ],
  ["an object or none", { type: ["object", "null"] }, { anyOf: [{ type: "object" }, { type: "null" }] }],
  [
    "types beside a choice",
    { type: ["string", "null"], anyOf: [{ maxLength: 1 }, { pattern: "^a" }] },
    {
      anyOf: [{ maxLength: 1 }, { pattern: "^a" }],
      allOf: [{ anyOf: [{ type: "string" }, { type: "null" }] }],
    },
  ],
  [
    "one of some values or none",
    { enum: ["a", null] },
    { anyOf: [{ type: "string", enum: ["a"] }, { type: "null" }] },
  ],
  ["an object without members", { type: "object", properties: {} }, { type: "object" }],
  ["a choice of one", { type: "string", minLength: 2 }, { allOf: [{ type: "string", minLength: 2 }] }],
  ["what is allowed anyway", { type: "object" }, { type: "object", additionalProperties: {}, required: [] }],
])("%s means the same", (_, expected, actual) => {
  expect(places(entry(expected), entry(actual))).toEqual([]);
});

test.each<[string, JsonObject, JsonObject, string]>([
  ["another pattern", { type: "string", pattern: "^a$" }, { type: "string", pattern: "^b$" }, "/pattern"],
  ["a pattern without a format", { type: "string" }, { type: "string", pattern: "^b$" }, "/pattern"],
  ["another value", { enum: ["a", "b"] }, { enum: ["a", "c"] }, "/enum/1"],
  ["another bound", { type: "integer", minimum: 1 }, { type: "integer" }, "/minimum"],
  ["another description", { type: "string", description: "Name" }, { type: "string" }, "/description"],
  [
    "another title than the declared one",
    { type: "string", title: "Name" },
    { type: "string", title: "A" },
    "/title",
  ],
  [
    "closed and open",
    { type: "object", additionalProperties: false },
    { type: "object" },
    "/additionalProperties",
  ],
  ["no null", { type: ["string", "null"] }, { type: "string" }, "/type"],
  [
    "a bound of one type",
    { type: ["string", "number"], maxLength: 9 },
    { anyOf: [{ type: "string", maxLength: 8 }, { type: "number" }] },
    "/maxLength",
  ],
  ["a reference to nothing", { type: "string" }, { $ref: "#/$defs/missing" }, "/type"],
])("%s is another entry", (_, expected, actual, at) => {
  expect(places(entry(expected), entry(actual)).join()).toContain(`/inputSchema/properties/a${at}`);
});

test.each<[string, JsonObject, JsonObject]>([
  ["no description", { type: "string", description: "Name" }, { type: "string" }],
  ["no bound", { type: "integer", minimum: 1 }, { type: "integer" }],
  ["null, too", { type: "string" }, { type: ["string", "null"] }],
  ["one more value", { enum: ["a"] }, { enum: ["a", null] }],
  ["no required name", { type: "object", required: ["b"] }, { type: "object" }],
])("an entry with %s only says less", (_, expected, actual) => {
  const found = listEntryDifferences(entry(expected), entry(actual));
  expect(found.map(({ isLess }) => isLess)).toEqual([true]);
});

test.each<[string, JsonObject, JsonObject]>([
  ["another description", { type: "string", description: "Name" }, { type: "string", description: "Town" }],
  ["a bound of its own", { type: "integer" }, { type: "integer", minimum: 1 }],
  ["one value less", { enum: ["a", "b"] }, { enum: ["a"] }],
  ["another required name", { type: "object", required: ["b"] }, { type: "object", required: ["b", "c"] }],
  ["a property less", { type: "object", properties: { b: {} } }, { type: "object", properties: {} }],
])("an entry with %s says something else", (_, expected, actual) => {
  const found = listEntryDifferences(entry(expected), entry(actual));
  expect(found.map(({ isLess }) => isLess)).toEqual([false]);
});

test("an entry without the schema of results says less, and one without that of arguments something else", () => {
  const { inputSchema, ...rest } = entry({ type: "string" }, { outputSchema: { type: "object" } });
  const { outputSchema, ...less } = { inputSchema, ...rest } as JsonObject;
  const whole = { ...less, outputSchema } as JsonObject;
  expect(listEntryDifferences(whole, less).map(({ isLess }) => isLess)).toEqual([true]);
  expect(listEntryDifferences(whole, rest).map(({ isLess }) => isLess)).toEqual([false]);
});

test("a reference means what it names, with the words beside it, and may lead back to itself", () => {
  const named = { $ref: "#/$defs/id", description: "Its id" };
  const referring = entry(
    {},
    {
      inputSchema: {
        $schema: dialect,
        type: "object",
        properties: { a: named },
        $defs: { id: { type: "string", description: "An id" } },
      },
    },
  );
  expect(places(entry({ type: "string", description: "Its id" }), referring)).toEqual([]);
  expect(places(entry({ type: "string", description: "An id" }), referring)).toEqual([
    "/inputSchema/properties/a/description",
  ]);
  const whole = (inputSchema: JsonObject) => entry({}, { inputSchema });
  expect(places(whole(tree), whole(unrolled))).toEqual([]);
  const other = JSON.parse(JSON.stringify(unrolled).replaceAll("array", "object"));
  expect(places(whole(tree), whole(other)).join()).toContain("/inputSchema/properties/parts/type");
});

test("what an SDK says beside the entry, and what is the default, means the same", () => {
  const added = entry(
    { type: "string" },
    {
      execution: { taskSupport: "forbidden" },
      _meta: { fastmcp: { tags: [] } },
      annotations: { title: "Get talk", readOnlyHint: true, openWorldHint: false },
    },
  );
  expect(places(entry({ type: "string" }), added)).toEqual([]);
});

test.each<[string, JsonObject, string]>([
  [
    "that it writes",
    {
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    "/annotations/readOnlyHint",
  ],
  ["that it may go anywhere", { annotations: { readOnlyHint: true } }, "/annotations/openWorldHint"],
  ["that it can be a task", { execution: { taskSupport: "optional" } }, "/execution"],
  ["another title", { title: "Get" }, "/title"],
  ["a key of its own", { deprecated: true }, "/deprecated"],
])("an entry that says %s is another one", (_, more, at) => {
  expect(places(entry({ type: "string" }), entry({ type: "string" }, more))).toEqual([at]);
});

const { manifest } = readCaseFile(new URL("../../generated/cases.json", import.meta.url));

test.each(manifest.map((each) => [each.name, toObject(each)] as const))(
  "%s equals itself, and no argument can be left out of its schema unseen",
  (_, each) => {
    expect(listEntryDifferences(each, structuredClone(each))).toEqual([]);
    for (const name of Object.keys(toObject(valueAt(each, "/inputSchema/properties") ?? {}))) {
      const place = `/inputSchema/properties/${name}`;
      expect(places(each, toObject(applyEdits(each, [{ remove: place }])))).toContain(place);
    }
  },
);

function toObject(value: unknown): JsonObject {
  return value as JsonObject;
}

test.each([
  ["as a set is printed at each start", "Allowed commands: pwd, cat, ls.", true],
  ["of which one is another", "Allowed commands: cat, pwd, rm.", false],
  ["of which one is there twice", "Allowed commands: cat, pwd, ls, ls.", false],
  ["that became a part of another", "Allowed commands: cat, pwd, lsof.", false],
])("a description with the words in another order, %s", (_, description, isReordered) => {
  const of = (text: string) => entry({ type: "string" }, { description: text });
  const found = listEntryDifferences(of("Allowed commands: cat, pwd, ls."), of(description));
  expect(found.map((place) => [place.at, place.isReordered, isMinor(place)])).toEqual([
    ["/description", isReordered, isReordered],
  ]);
});

test.each<[string, JsonObject, JsonObject, boolean]>([
  ["a description", { description: "one, two" }, { description: "two, one" }, true],
  ["a pattern", { pattern: "^a|b$" }, { pattern: "^b|a$" }, false],
  ["a value", { const: "one two" }, { const: "two one" }, false],
  ["a list", { default: [1, 2] }, { default: [2, 1] }, false],
])("%s of an argument in another order", (_, expected, actual, isReordered) => {
  const found = listEntryDifferences(entry(expected), entry(actual));
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(isMinor)).toEqual(found.map(() => isReordered));
});
