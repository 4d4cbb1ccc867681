/** Random and hostile input: every request gets an answer that a client can read, and the server stays up. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callTool, post } from "./support/wire/rpc.ts";
import { type Served, serve } from "./support/wire/serving.ts";

let served: Served;

beforeAll(async () => {
  served = await serve({ limit: () => ({ allowed: true }) });
});

afterAll(() => served.server.close());

const anyMessage = fc.record(
  {
    jsonrpc: fc.oneof({ weight: 5, arbitrary: fc.constant("2.0") }, fc.jsonValue()),
    id: fc.oneof(fc.string(), fc.integer(), fc.jsonValue()),
    method: fc.oneof(
      fc.constantFrom("initialize", "ping", "tools/list", "tools/call", "notifications/cancelled"),
      fc.jsonValue(),
    ),
    params: fc.oneof(
      fc.record(
        {
          name: fc.oneof(fc.constantFrom("notes_ping", "notes_get", "__proto__"), fc.jsonValue()),
          arguments: fc.jsonValue(),
          cursor: fc.jsonValue(),
          protocolVersion: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    ),
  },
  { requiredKeys: [] },
);

test("every JSON body gets a JSON-RPC answer or none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyMessage, fc.jsonValue()), async (body) => {
      const { status, message } = await post(served.url, JSON.stringify(body));
      if (status === 202) return message === undefined;
      const kinds = ["result", "error"].filter((key) => key in message);
      return [200, 400].includes(status) && message.jsonrpc === "2.0" && kinds.length === 1;
    }),
    { numRuns: 500 },
  );
  expect(served.logged).toEqual([]);
});

test("every text gets an answer", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary" }), async (body) => {
      return (await post(served.url, body)).status === 400;
    }),
    { numRuns: 200 },
  );
  expect(served.logged).toEqual([]);
});

describe("a message has at most 500 levels", () => {
  const callWith = (opening: string, closing: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"notes_get","arguments":{"id":${opening}${closing}}}}`;
  const arrays = (levels: number) => callWith("[".repeat(levels), "]".repeat(levels));
  const objects = (levels: number) => callWith('{"a":'.repeat(levels), `1${"}".repeat(levels)}`);

  // Three levels are those of the message, its params and their arguments.
  test.each([
    ["arrays", arrays(498)],
    ["objects", objects(498)],
    ["the most arrays that fit in a body", arrays(2_000_000)],
    ["arrays that are never closed", callWith("[".repeat(4_000_000), "")],
    [
      "arrays after texts with brackets",
      callWith(`["${"]".repeat(100_000)}",${"[".repeat(497)}`, "]".repeat(498)),
    ],
  ])("%s beyond that are refused before they are parsed", async (_, call) => {
    const { status, message } = await post(served.url, call);
    expect([status, message.id, message.error.code]).toEqual([400, 1, -32600]);
    expect(message.error.message).toContain("more than 500 levels");
  });

  test.each([
    ["arrays", arrays(497)],
    ["objects", objects(497)],
    ["neighbours", callWith(`[${"[[]],".repeat(10_000)}[]`, "]")],
    ["brackets in texts", callWith(JSON.stringify(`${'["\\{'.repeat(10_000)}`), "")],
  ])("%s up to that are checked", async (_, call) => {
    const { status, message } = await post(served.url, call);
    expect([status, message.id]).toEqual([200, 1]);
  });
});

describe("a message has at most 209,716 members, items, objects and arrays", () => {
  const listOf = (item: string, count: number) => Array(count).fill(item).join(",");
  const callWith = (text: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"notes_get","arguments":{"id":${text}}}}`;

  test.each([
    ["objects", listOf("{}", 1_390_000)],
    ["arrays", listOf("[]", 1_390_000)],
    ["numbers", listOf("1", 2_000_000)],
    ["members", `{${Array.from({ length: 210_000 }, (_, at) => `"${at}":0`).join(",")}}`],
  ])("%s beyond that are refused before they are parsed", async (_, items) => {
    const { status, message } = await post(served.url, callWith(`[${items}]`));
    expect([status, message.error.code]).toEqual([400, -32600]);
    expect(message.error.message).toContain("more than 209716 members");
  });

  test("texts may hold any signs", async () => {
    const text = `${'{,[,\\\\",'.repeat(100_000)}\\\\`;
    const { status, message } = await post(served.url, callWith(JSON.stringify(text)));
    expect([status, message.id]).toEqual([200, 1]);
  });
});

test("a hundred thousand wrong keys are explained in a few lines", async () => {
  const input = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`key${at}`, at]));
  const { content } = await callTool(served.url, "notes_get", input);
  expect(content[0].text.split("\n")).toHaveLength(12);
});
