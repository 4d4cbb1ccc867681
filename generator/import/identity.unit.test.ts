import { ImportError, type Listing, readTools } from "@toolwright/check/surface";
import { withArgumentsBeside } from "@toolwright/json-schema";
import { canonical } from "@toolwright/runtime/json";
import { describe, expect, test } from "vitest";
import { compile, emit } from "../compile.ts";
import { asEmitted, emitManifest } from "../emit/manifest.ts";
import type { SpecSource } from "../parse/source.ts";
import { knownListing, knownServers, listingOf, tool } from "../test/support/import/listings.ts";
import { importListing } from "./index.ts";

/** The manifest.json that a spec generates, as data. */
function manifestOf(sources: readonly SpecSource[]): unknown {
  return JSON.parse(emitManifest(compile(sources).model!).text);
}

function expectIdentical(listing: Listing): readonly SpecSource[] {
  const { sources } = importListing(listing);
  expect(canonical(manifestOf(sources))).toBe(canonical({ tools: listing.tools.map(asEmitted) }));
  return sources;
}

test("gives tools with invalid or long names valid file names, and a note", async () => {
  const device = ["CON", "nul.x", "Aux", "co-m1", "Lpt9.yaml"].map((name) => tool(name));
  const long = [tool("a".repeat(300)), tool(`get_${"b".repeat(300)}`)];
  const listing = listingOf(...device, tool("trail."), tool("console"), ...long);
  const { sources, notes } = importListing(listing);
  expect(canonical(manifestOf(sources))).toBe(canonical({ tools: listing.tools.map(asEmitted) }));
  const generated = (await emit(compile(sources).model!)).map(({ path }) => path);
  const names = [...sources.map(({ path }) => path), ...generated].flatMap((path) => path.split("/"));
  expect(names.length).toBeGreaterThan(20);
  const refused = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|\.$/i;
  expect(names.filter((name) => refused.test(name) || name.length > 120)).toEqual([]);
  const files = sources.map(({ path }) => path);
  expect(files).toContain("tools/console.yaml");
  expect(notes).toHaveLength(7);
  expect(notes[0]).toBe(
    'tools: "CON" is in tools/tool_CON.yaml: files of its name are refused by Windows, or it is too long.',
  );
});

describe("a well-known server's spec generates its manifest", () => {
  const shared: Readonly<Record<string, readonly string[]>> = {
    everything: [],
    filesystem: [],
    memory: ["entities", "observations", "relation", "relations"],
    playwright: ["element", "target"],
    notion: [
      "blockObjectRequest",
      "block_id",
      "bulletedListItemBlockRequest",
      "dataSourceIdParentRequest",
      "data_source_id",
      "database_id",
      "movePageParentRequest",
      "pageIdParentRequest",
      "pageIdParentRequest_2",
      "page_id",
      "paragraphBlockRequest",
      "parentRequest",
      "richTextRequest",
      "sortObject",
      "start_cursor",
    ],
    "chrome-devtools": ["file_path", "page_idx", "timeout"],
  };

  test("covers six servers", () => {
    expect(knownServers.map(({ name }) => name)).toEqual(Object.keys(shared).sort());
  });

  test.each(knownServers)("$name", ({ name, file }) => {
    const sources = expectIdentical(knownListing(file));
    const types = sources.map(({ path }) => /^types\/(.*)\.yaml$/.exec(path)?.[1]).filter(Boolean);
    expect(types.sort()).toEqual(shared[name]);
  });
});

const text = (description: string) => ({ type: "string", description: description.padEnd(120, ".") });
const point = {
  type: "object",
  properties: { x: { type: "number" }, y: { type: "number" } },
  required: ["x", "y"],
};
const area = { type: "object", properties: { from: point, to: point, note: text("What it is for") } };

/** Closed alternatives that describe a property alike. The generator would describe it once in schemas that it composes. */
const closed = (more: string) => ({
  type: "object",
  properties: { path: text("Where it is"), [more]: { type: "number" } },
  required: ["path", more],
  additionalProperties: false,
});
const comments = { type: "array", items: { anyOf: [closed("position"), closed("line")] } };

/** The same for arguments, where a property tells the alternatives apart. */
const tagged = (is: string, more: object) => ({
  type: "object",
  properties: { is: { const: is }, note: text("Why"), ...more },
  required: ["is"],
  additionalProperties: false,
});
const edits = { type: "array", items: { oneOf: [tagged("move", { by: point }), tagged("drop", {})] } };

const start = "$".concat("{limits.");
const asked = (name: string) => `${start}${name}}`;

const odd: Readonly<Record<string, readonly object[]>> = {
  "names that are no file names": [
    tool("ns/read"),
    tool(".hidden"),
    tool("a b"),
    tool("名前"),
    tool("con:x"),
  ],
  "names that only case tells apart": [tool("getUser"), tool("get_user"), tool("GETUSER"), tool("get-user")],
  "a name of 128 letters": [tool("a".repeat(128))],
  "names that every object inherits": [
    tool("constructor"),
    tool("toString"),
    tool("then"),
    tool("__proto__"),
  ],
  "neither title nor description": [{ name: "bare", inputSchema: { type: "object" } }],
  "empty title and description": [tool("empty", {}, { title: "", description: "" })],
  "an output that is no object": [
    tool("list", {}, { outputSchema: { type: "array", items: { type: "string" } } }),
  ],
  "an output that says nothing": [tool("any", {}, { outputSchema: {} })],
  "combinators at the root": [
    { name: "either", inputSchema: { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] } },
  ],
  "closed alternatives that have properties in common": [
    tool("review", { comments, area }),
    tool("comment", { comments, area }),
    tool("answer", { area }, { outputSchema: { type: "object", properties: { comments } } }),
  ],
  "tagged alternatives that have properties in common": [
    tool("edit", { edits, area }),
    tool("undo", { edits, area }),
    tool("apply", { area }, { outputSchema: { type: "object", properties: { edits } } }),
  ],
  "another dialect": [
    {
      name: "old",
      inputSchema: {
        $schema: "http://json-schema.org/draft-07/schema#",
        $id: "https://example.org/old.json",
        type: "object",
        definitions: { item: { type: "array", items: [{ type: "string" }], additionalItems: false } },
        properties: { item: { $ref: "#/definitions/item" } },
        dependencies: { item: ["other"], other: { minProperties: 1 } },
      },
    },
  ],
  "unknown keywords": [tool("odd", { a: { type: "string", example: "x", nullable: true, "x-order": 1 } })],
  "values that mean nothing": [
    tool("wrong", {
      a: { type: "string", required: true },
      b: { type: "float", minimum: "1", enum: [] },
      c: { type: "string", pattern: "^[\\w-.]+$" },
      d: { exclusiveMinimum: true, properties: { x: "string" }, title: 3 },
      e: { patternProperties: { "(": { type: "string" } } },
    }),
  ],
  "requirements that nothing can meet": [
    {
      name: "no",
      inputSchema: { type: "object", properties: {}, required: ["x"], additionalProperties: false },
    },
    tool("neither", { a: { type: "string", enum: [1, 2] } }),
  ],
  "references that lead nowhere": [
    tool("lost", {
      a: { $ref: "#/definitions/gone" },
      b: { $ref: "https://example.org/other.json" },
      c: { $ref: "common.json#/x", description: "Elsewhere." },
    }),
  ],
  "references into properties": [
    tool("zod", {
      from: area,
      to: { $ref: "#/properties/from" },
      x: { $ref: "#/properties/from/properties/note" },
    }),
    tool("zod2", { from: area, note: area.properties.note }),
  ],
  "a schema that refers to itself": [
    tool("tree", { children: { type: "array", items: { $ref: "#" } } }),
    tool("tree2", { children: { type: "array", items: { $ref: "#" } } }),
  ],
  "definitions that refer to each other, shared by tools": ["one", "two"].map((name) => ({
    name,
    inputSchema: {
      type: "object",
      $defs: {
        even: { type: "object", properties: { next: { $ref: "#/$defs/odd" } }, description: "Even." },
        odd: { type: "object", properties: { next: { $ref: "#/$defs/even" }, why: text("Why") } },
        unused: text("Unused"),
        "with/slash": text("Slash"),
      },
      properties: {
        first: { $ref: "#/$defs/even", description: "The first." },
        other: { $ref: "#/$defs/with~1slash" },
      },
    },
  })),
  "definitions of one name and two meanings": ["one", "two", "three", "four"].map((name, index) => ({
    name,
    inputSchema: {
      type: "object",
      definitions: {
        item: text(index < 2 ? "Old" : "New"),
        list: { type: "array", items: { $ref: "#/definitions/item" } },
      },
      properties: { items: { $ref: "#/definitions/list" }, deep: { $ref: "#/definitions/list/items" } },
    },
  })),
  "a shape that one tool has twice and another once": [
    tool("twice", { from: area, to: area }),
    tool("once", { from: area }),
    tool("again", { in: area, why: text("Why") }),
    tool("why", { why: text("Why") }),
  ],
  "shapes within shapes": [
    tool("a", { area, reason: text("Why") }),
    tool("b", { area, reason: text("Why") }),
    tool("c", { note: text("What it is for") }),
    tool("d", { holder: { type: "object", properties: { area }, title: "Area Holder" } }),
    tool("e", {
      other: { type: "object", properties: { area }, title: "Area Holder" },
      note: text("What it is for"),
    }),
  ],
  "the same in another order of keys": [
    tool("a", { place: { type: "object", required: ["x"], description: text("").description } }),
    tool("b", { place: { description: text("").description, required: ["x"], type: "object" } }),
  ],
  "texts that ask for limits": [
    tool(
      "ask",
      {
        a: {
          type: "string",
          title: `$${asked("b.c")}`,
          default: { description: `${asked("d.e")} ${start}` },
        },
      },
      {
        title: asked("a.max"),
        description: `At most ${asked("a.max")} $$${asked("a.b")} ${start}x ${asked("y")}.`,
      },
    ),
  ],
  "all that MCP lets a tool say": [
    tool(
      "full",
      {},
      {
        title: "Full",
        icons: [{ src: "https://example.org/i.png", sizes: ["48x48"] }],
        execution: { taskSupport: "optional" },
        _meta: { "example.org/x": { y: [1, null] } },
        annotations: {
          title: "Full",
          readOnlyHint: false,
          destructiveHint: true,
          idempotentHint: true,
          openWorldHint: true,
        },
      },
    ),
    tool("empty", {}, { icons: [], execution: {}, _meta: {}, annotations: {} }),
  ],
  "what MCP does not know": [
    tool(
      "more",
      {},
      {
        securitySchemes: [{ type: "noauth" }],
        category: "x",
        annotations: { category: "x", audience: ["user"], readOnlyHnt: true },
      },
    ),
  ],
  "hints partly absent": [
    tool("a", {}, { annotations: { readOnlyHint: true } }),
    tool("b", {}, { annotations: { readOnlyHint: true, openWorldHint: false } }),
    tool("c", {}, { annotations: { readOnlyHint: true, openWorldHint: true } }),
    tool("d", {}, { annotations: { openWorldHint: false, destructiveHint: false } }),
    tool("e"),
    tool("f", {}, { annotations: { title: "F" } }),
  ],
  "property names of every kind": [
    tool(
      "names",
      JSON.parse('{"__proto__":{"type":"string"},"class":{},"*/":{},"a b":true,"":false,"1":{},"null":{}}'),
    ),
  ],
  "names in code that types would take": [
    tool(
      "get",
      { input: text("In") },
      { outputSchema: { type: "object", properties: { get_input: text("In") } } },
    ),
    tool("set", { input: text("In"), string: text("S"), array: text("A") }),
    tool("put", { string: text("S"), array: text("A") }),
  ],
};

describe("an odd server's spec generates its manifest", () => {
  test.each(Object.entries(odd))("%s", (_, tools) => {
    expectIdentical(listingOf(...readTools(tools).tools));
  });
});

describe("arguments with the properties of tagged alternatives beside them", () => {
  const inputSchema = withArgumentsBeside({ type: "object", properties: { edits, area } });
  const published = (name: string) => tool(name, {}, { inputSchema });
  const textOf = (sources: readonly SpecSource[]) => sources.map(({ text }) => text).join();

  test("become alternatives again if the generator moves them out", () => {
    const spec = textOf(expectIdentical(listingOf(published("edit"), published("undo"))));
    expect(spec).toContain("const: move");
    expect(spec).not.toContain("propertyNames");
  });

  test("stay beside them in a tool that shares no type", () => {
    expect(textOf(expectIdentical(listingOf(published("edit"))))).toContain("propertyNames");
  });
});

describe("names the mistake in a malformed manifest", () => {
  test.each<[string, unknown, string]>([
    ["no list", { tools: {} }.tools, "There is no list of tools"],
    ["an empty list", [], "The list of tools is empty"],
    ["a tool without a name", [{ inputSchema: { type: "object" } }], "Tool 1 has no name."],
    ["no input schema", [{ name: "a" }], 'Tool "a": inputSchema is missing'],
    ["an input of another type", [{ name: "a", inputSchema: { type: "array" } }], "says `type: object`"],
    ["null where a text belongs", [tool("a", {}, { title: null })], 'Tool "a": title is not a text'],
    [
      "a hint in words",
      [tool("a", {}, { annotations: { readOnlyHint: "yes" } })],
      "annotations is not a map whose hints",
    ],
  ])("%s", (_, tools, words) => {
    expect(() => readTools(tools)).toThrow(ImportError);
    expect(() => readTools(tools)).toThrow(words);
  });

  test("skips and names a malformed tool, or one with the name of another", () => {
    const { tools, unreadable } = readTools([tool("a"), { name: "b" }, tool("a"), {}, tool("c")]);
    expect(tools.map(({ name }) => name)).toEqual(["a", "c"]);
    expect(unreadable).toEqual([
      { name: "b", problem: 'Tool "b": inputSchema is missing, which is not MCP.' },
      { name: "a", problem: 'Two tools are called "a".' },
      { name: "Tool 4", problem: "Tool 4 has no name." },
    ]);
  });

  test("rejects parts that the language cannot express, with their place", () => {
    const listing = listingOf(tool("a", { b: { default: { $limit: "x.max" } } }));
    expect(() => importListing(listing)).toThrow(/tools\/a\.yaml:\d+: .*"x\.max" is not declared/);
  });
});
