/** Tests which tools are called, and with which arguments. */
import { expect, test } from "vitest";
import { listingOf, tool } from "../../test/support/import/listings.ts";
import { collectSamples, planCalls } from "./collect.ts";

const reads = { annotations: { readOnlyHint: true } };
const text = { type: "string" };
const needs = (properties: object, more: object = reads) => ({
  ...more,
  inputSchema: { type: "object", properties, required: Object.keys(properties) },
});

/** The calls of tools that all return this. */
async function callsOf(tools: readonly object[], returned: unknown): Promise<string[]> {
  const listing = listingOf(...tools);
  const calls: string[] = [];
  const call = async (name: string, input: object) => {
    calls.push(`${name} ${JSON.stringify(input)}`);
    return { content: [{ type: "text", text: JSON.stringify(returned) }] };
  };
  await collectSamples(listing, planCalls(listing), call, new Map());
  return calls;
}

test.each<[title: string, tools: readonly object[], wanted: readonly string[]]>([
  ["a tool without hints is not called", [tool("list_notes")], []],
  [
    "a tool that says that it writes is not called",
    [tool("list_notes", {}, { annotations: { readOnlyHint: false } })],
    [],
  ],
  [
    "a tool that also destroys is not called",
    [tool("list_notes", {}, { annotations: { readOnlyHint: true, destructiveHint: true } })],
    [],
  ],
  [
    "a tool that runs as a task is not called",
    [tool("list_notes", {}, { ...reads, execution: { taskSupport: "required" } })],
    [],
  ],
  ["a text is not invented", [tool("find_notes", {}, needs({ query: text }))], []],
  ["optional arguments are left out", [tool("list_notes", { page: text }, reads)], ["list_notes {}"]],
  [
    "an id is one that a result has shown",
    [tool("get_note", {}, needs({ note_id: text })), tool("list_notes", {}, reads)],
    ["list_notes {}", 'get_note {"note_id":"n1"}', 'get_note {"note_id":"n2"}'],
  ],
  [
    "a list of ids has one of them",
    [
      tool("get_notes", {}, needs({ note_ids: { type: "array", items: text } })),
      tool("list_notes", {}, reads),
    ],
    ["list_notes {}", 'get_notes {"note_ids":["n1"]}', 'get_notes {"note_ids":["n2"]}'],
  ],
  [
    "an id of another kind is not sent",
    [tool("get_note", {}, needs({ note_id: { type: "integer" } })), tool("list_notes", {}, reads)],
    ["list_notes {}"],
  ],
  [
    "each value that the schema names is sent, three at most",
    [tool("count_notes", {}, needs({ state: { enum: ["a", "b", "c", "d"] } }))],
    ['count_notes {"state":"a"}', 'count_notes {"state":"b"}', 'count_notes {"state":"c"}'],
  ],
  [
    "a default, a minimum and a constant are values",
    [
      tool(
        "list_days",
        {},
        needs({
          from: { type: "string", default: "today" },
          days: { type: "integer", minimum: 1 },
          unit: { const: "day" },
        }),
      ),
    ],
    ['list_days {"from":"today","days":1,"unit":"day"}'],
  ],
])("%s", async (_, tools, wanted) => {
  expect(await callsOf(tools, { notes: [{ id: "n1" }, { id: "n2" }] })).toEqual(wanted);
});

test("60 calls are made at most", async () => {
  const tools = Array.from({ length: 70 }, (_, index) =>
    tool(`list_${"abcdefghij"[index % 10]}_${index}`, {}, reads),
  );
  expect(await callsOf(tools, {})).toHaveLength(60);
});
