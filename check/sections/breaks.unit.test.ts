import { expect, test } from "vitest";
import { breaksSection } from "./breaks.ts";

type Properties = Readonly<Record<string, unknown>>;

function sectionOf(
  before: Readonly<Record<string, Properties>>,
  after: Readonly<Record<string, Properties>>,
) {
  const published = (tools: Readonly<Record<string, Properties>>) => ({
    published: {
      tools: Object.entries(tools).map(([name, properties]) => ({
        name,
        inputSchema: { type: "object", properties, additionalProperties: false },
      })),
    },
  });
  return breaksSection(published(before), published(after), "");
}

const names = ["add", "change", "find", "remove"];
const all = (properties: Properties) => Object.fromEntries(names.map((name) => [name, properties]));

test("a type that four tools use changes once: one finding with four places, and a call for each", () => {
  // The values are longer than what a report shows of them.
  const states = Array.from({ length: 30 }, (_, index) => `state_${index}`);
  const { findings } = sectionOf(
    all({ state: { enum: states } }),
    all({ state: { enum: states.filter((state) => state !== "state_29") } }),
  );
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    code: "input-values-removed",
    level: "fail",
    places: names.map((name) => `${name} input /state`),
    calls: names.map((tool) => ({ tool, arguments: { state: "state_29" } })),
  });
});

test("the same new bound by another definition of the same name is another finding", () => {
  const withDefinition = (values: readonly string[]) => (more: readonly unknown[]) => ({
    state: { anyOf: [{ enum: values }, ...more] },
  });
  const { findings } = sectionOf(
    { one: withDefinition(["a", "b"])([]), other: withDefinition(["a", "c"])([]) },
    { one: withDefinition(["a"])([]), other: withDefinition(["a"])([]) },
  );
  expect(findings.filter(({ level }) => level === "fail")).toHaveLength(2);
});

test("a type that was replaced has one verdict: it breaks", () => {
  const { findings } = sectionOf({ find: { id: { type: "string" } } }, { find: { id: { type: "integer" } } });
  expect(findings.map(({ code, level }) => [code, level])).toEqual([["input-type-narrowed", "fail"]]);
});

test("a type that only takes more is shown with all that it takes", () => {
  const { findings } = sectionOf(
    { find: { id: { type: "object" } } },
    { find: { id: { type: ["object", "string"] } } },
  );
  expect(findings).toMatchObject([
    { code: "input-type-widened", level: "note", shown: ["before  object", "after   object, string"] },
  ]);
});

test("a removed tool shows a call that its schema took, and an argument that is required now is its place", () => {
  const tool = (name: string, required: readonly string[]) => ({
    name,
    inputSchema: {
      type: "object",
      properties: { id: { type: "integer", minimum: 3 }, page: { type: "integer" } },
      required,
      additionalProperties: false,
    },
  });
  const { findings } = breaksSection(
    { published: { tools: [tool("get", ["id"]), tool("find", ["id"])] } },
    { published: { tools: [tool("find", ["id", "page"])] } },
    "",
  );
  expect(findings).toMatchObject([
    { code: "tool-removed", places: ["get tool"], calls: [{ tool: "get", arguments: { id: 3 } }] },
    { code: "input-property-required", places: ["find input /page"], calls: [{ tool: "find" }] },
  ]);
});

test("texts that changed and tools that are new are one finding each, with their places", () => {
  const { findings } = sectionOf(
    { find: { id: { description: "The id of the book, as find_book says it." } } },
    { find: { id: { description: "The id of the book, as list_books says it." } }, one: {}, two: {} },
  );
  expect(findings.map(({ code, places }) => [code, places])).toEqual([
    ["input-description-changed", ["find input /id"]],
    ["tool-added", ["one tool", "two tool"]],
  ]);
});

test("breaks of one kind that the same call shows are one finding, and its advice is read once", () => {
  const { findings, summary } = sectionOf(
    { drag: { from: { type: "string" }, to: { type: "string" }, speed: { type: "integer" } } },
    { drag: { speed: { type: "integer", maximum: 5 } } },
  );
  expect(summary).toBe("3 calls that worked are refused now");
  expect(findings.map(({ code }) => code)).toContain("input-range-narrowed");
  const removed = findings.filter(({ code }) => code === "input-property-removed");
  expect(removed.flatMap(({ places }) => places)).toEqual(["drag input /from", "drag input /to"]);
});

test("tools that one side shows in a form that cannot be read are one sentence for each problem", () => {
  const tool = (name: string) => ({ name, inputSchema: { type: "object" } });
  const unreadable = ["a", "b", "c"].map((name) => ({
    name,
    problem: `Tool "${name}": inputSchema is ${name === "c" ? "missing" : "not a map"}, which is not MCP.`,
  }));
  const { notes } = breaksSection(
    { published: { tools: [tool("d")], unreadable } },
    { published: { tools: ["a", "b", "c", "d"].map(tool) } },
    "",
  );
  expect(notes).toEqual([
    "2 tools were not compared, since the old side cannot be read: a, b. Each: inputSchema is not a map, which is not MCP.",
    'c was not compared, since the old side cannot be read: Tool "c": inputSchema is missing, which is not MCP.',
  ]);
});

test("new arguments of open schemas are one piece of advice with their places", () => {
  const tool = (properties: object) => ({ name: "find", inputSchema: { type: "object", properties } });
  const { findings } = breaksSection(
    { published: { tools: [tool({})] } },
    { published: { tools: [tool({ page: { type: "integer" }, query: { type: "string" } })] } },
    "",
  );
  expect(findings).toMatchObject([
    {
      code: "input-property-claimed",
      level: "advice",
      places: ["find input /page", "find input /query"],
    },
  ]);
});

test("arguments that a lax server drops are one piece of advice, and no call is called refused", () => {
  const tool = (properties: object) => ({
    name: "find",
    inputSchema: { type: "object", properties, additionalProperties: false },
  });
  const text = { type: "string" };
  const sides = [
    { published: { tools: [tool({ page: text, query: text, limit: { type: "number" } })] } },
    { published: { tools: [tool({ limit: { type: "integer" } })] } },
  ] as const;
  const { findings, summary } = breaksSection(...sides, "", true);
  expect(findings).toMatchObject([
    { code: "input-type-narrowed", level: "fail" },
    { code: "input-property-removed", level: "advice", places: ["find input /page", "find input /query"] },
  ]);
  expect(findings[1]?.calls).toBeUndefined();
  expect(summary).toBe("1 call that worked is refused now, 2 risky");
});

test("a vendor's new key of _meta is one note, and a key that differs alike in all tools is one piece of advice", () => {
  const side = (meta: Properties) => ({
    published: {
      tools: names.map((name) => ({ name, inputSchema: { type: "object" }, _meta: meta })),
    },
  });
  const added = breaksSection(side({}), side({ "example.com/theme": "dark" }), "").findings;
  expect(added).toMatchObject([
    { code: "meta-added", level: "note", places: names.map((name) => `${name} _meta /example.com/theme`) },
  ]);
  const changed = breaksSection(
    side({ ui: "a" }),
    side({ ui: "b", "example.com/theme": "dark" }),
    "",
  ).findings;
  expect(changed.map(({ code, level, places }) => [code, level, places.length])).toEqual([
    ["entry-changed", "advice", 4],
    ["meta-added", "note", 4],
  ]);
});

test("a prompt that is gone is said to be a prompt", () => {
  const side = (listed: readonly object[]) => ({ published: { tools: [], listed } as never });
  const { findings, summary } = breaksSection(
    side([{ name: "recommend" }, { uri: "books://all", name: "all" }]),
    side([]),
    "",
  );
  expect(findings).toMatchObject([
    {
      code: "prompt-removed",
      places: ["prompt recommend"],
      says: "The prompt is gone. Getting it ends with an error: it is not known.",
    },
    { code: "resource-removed", places: ["resource books://all"] },
  ]);
  expect(summary).toBe("2 calls that worked are refused now");
});

test("a break beside the tools is counted in the summary, too", () => {
  const side = (protocolVersions: readonly string[]) => ({ published: { tools: [] }, protocolVersions });
  expect(breaksSection(side(["2025-11-25"]), side(["2026-07-28"]), "").summary).toBe("1 promise is broken");
});
