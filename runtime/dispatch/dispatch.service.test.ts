/** Dispatch of MCP 2025-11-25: protocol methods, tool calls, failures and their log. */
import { createMcpServer, type ToolCallReport } from "@toolwright/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notes } from "../test/support/wire/notes.ts";
import { NotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { callTool, post, rpc } from "../test/support/wire/rpc.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

let served: Served;
const handlers = new NotesHandlers();

beforeAll(async () => {
  served = await serve({ handlers, limit: () => ({ allowed: true }), deadlineMs: 300 });
});

afterAll(() => served.server.close());

const failure = (code: string, details: object, retryable = false) => ({
  content: [{ type: "text", text: expect.any(String) }],
  isError: true,
  _meta: { "dev.toolwright/failure": { code, details, retryable } },
});

describe("initialize", () => {
  test.each([
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["2024-11-05", "2025-11-25"],
    ["2099-01-01", "2025-11-25"],
  ])("for version %s answers %s", async (protocolVersion, answered) => {
    const { message } = await rpc(served.url, "initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    expect(message.result).toEqual({
      protocolVersion: answered,
      capabilities: { tools: {} },
      serverInfo: {
        name: "notes",
        version: "1.2.3",
        title: "Notes",
        icons: [{ src: "https://notes.example/icon.png" }],
      },
      instructions: "Find a note before you edit it.",
    });
  });
});

describe("a request with an unknown or invalid part gets an error", () => {
  test.each([
    ["a method", "resources/list", undefined, -32601, /Unknown method "resources\/list".*tools\/call/],
    ["a method of objects", "constructor", undefined, -32601, /Unknown method/],
    ["a notification as a request", "notifications/initialized", undefined, -32601, /Unknown method/],
    ["a version that is no string", "initialize", { protocolVersion: 1 }, -32602, /protocolVersion/],
    ["no version", "initialize", undefined, -32602, /protocolVersion/],
    ["a cursor", "tools/list", { cursor: "next" }, -32602, /Unknown cursor/],
    ["an empty cursor", "tools/list", { cursor: "" }, -32602, /Unknown cursor/],
    ["no tool", "tools/call", {}, -32602, /params\.name/],
    ["a tool that is no string", "tools/call", { name: 1 }, -32602, /params\.name/],
    ["an unknown tool", "tools/call", { name: "notes_gte" }, -32602, /Did you mean notes_get\?/],
    ["a tool like nothing else", "tools/call", { name: "__proto__" }, -32602, /tools\/list names the tools/],
    [
      "arguments that are a list",
      "tools/call",
      { name: "notes_ping", arguments: [] },
      -32602,
      /params\.arguments/,
    ],
    [
      "arguments that are null",
      "tools/call",
      { name: "notes_ping", arguments: null },
      -32602,
      /params\.arguments/,
    ],
  ])("%s", async (_, method, params, code, text) => {
    const { status, message } = await rpc(served.url, method, params);
    expect({ status, message }).toEqual({
      status: 200,
      message: { jsonrpc: "2.0", id: 1, error: { code, message: expect.stringMatching(text) } },
    });
  });
});

describe("a call of a tool", () => {
  test("may leave arguments out", async () => {
    expect(await callTool(served.url, "notes_ping")).toEqual({
      content: [{ type: "text", text: '{"ok":true}' }],
      structuredContent: { ok: true },
    });
  });

  test.each([
    [
      "an unknown argument",
      "notes_ping",
      { a: 1 },
      "notes:read",
      failure("invalid_input", {
        problems: [{ path: "/a", problem: "is not a known property; leave it out" }],
      }),
    ],
    [
      "one missing scope",
      "notes_edit",
      {},
      "notes:read",
      failure("insufficient_scope", { required: ["notes:write"] }),
    ],
    [
      "two missing scopes",
      "notes_edit",
      {},
      "none",
      failure("insufficient_scope", { required: ["notes:read", "notes:write"] }),
    ],
    ["a declared refusal", "notes_get", { id: "x" }, "notes:read", failure("not_found", { id: "x" })],
    [
      "a declared refusal after a while",
      "notes_edit",
      { id: "busy", text: "" },
      "notes:read+notes:write",
      failure("busy", {}, true),
    ],
    [
      "an undeclared refusal",
      "notes_get",
      { id: "undeclared" },
      "notes:read",
      failure("internal", { request_id: expect.any(String) }),
    ],
    [
      "details that are no JSON",
      "notes_get",
      { id: "unwritable" },
      "notes:read",
      failure("internal", { request_id: expect.any(String) }),
    ],
    [
      "an error",
      "notes_get",
      { id: "broken" },
      "notes:read",
      failure("internal", { request_id: expect.any(String) }),
    ],
    [
      "an error after a while",
      "notes_get",
      { id: "rejected" },
      "notes:read",
      failure("internal", { request_id: expect.any(String) }),
    ],
    [
      "an output that does not fit",
      "notes_get",
      { id: "misfit" },
      "notes:read",
      failure("internal", { request_id: expect.any(String) }),
    ],
    [
      "an output that is nothing",
      "notes_get",
      { id: "nothing" },
      "notes:read",
      failure("internal", { request_id: expect.any(String) }),
    ],
    [
      "content that is none",
      "notes_picture",
      { as: "object" },
      "notes:read",
      failure("internal", { request_id: expect.any(String) }),
    ],
  ])("with %s fails so that a model can read it", async (_, name, input, token, want) => {
    expect(await callTool(served.url, name, input, token)).toEqual(want);
  });

  test("names in insufficient_scope the missing scopes, and where to get them", async () => {
    const { content } = await callTool(served.url, "notes_edit", {}, "none");
    expect(content[0].text).toBe(
      "notes_edit needs the scopes notes:read, notes:write, which this token does not have. Ask the owner for a token " +
        "with them (Settings -> Tokens); calling again with this one will not help.",
    );
  });

  test.each([
    ["undeclared", /busy|secret-1/, "Nobody may read this: secret-1."],
    ["broken", /disk|secret-2/, "The disk with secret-2 is gone."],
    ["rejected", /disk|secret-2/, "The disk with secret-2 is gone."],
    ["misfit", /secret-3|string/, "The output of the handler of notes_get is invalid: type string at /id"],
  ])(
    "that ends as internal (%s) tells the log everything, and the caller only where to look",
    async (id, secret, cause) => {
      const result = await callTool(served.url, "notes_get", { id });
      expect(JSON.stringify(result)).not.toMatch(secret);
      const requestId = result._meta["dev.toolwright/failure"].details.request_id;
      expect(result.content[0].text).toContain(requestId);
      const { level, entry } = served.logged.find((logged) => logged.entry.requestId === requestId)!;
      expect(level).toBe("error");
      expect(entry).toMatchObject({
        event: "tool_call_broke",
        tool: "notes_get",
        account: "ana",
        token: "id-of-notes:read",
      });
      expect((entry.error as Error).message).toBe(cause);
      expect(JSON.stringify(entry)).not.toContain("secret-3");
    },
  );

  test("is abandoned if it takes too long: the failure is retryable, and the log has one line", async () => {
    const seen = served.logged.length;
    const result = await callTool(served.url, "notes_wait");
    expect(result).toEqual(failure("internal", { request_id: expect.any(String) }, true));
    // The handler has ended as it was told to, which is worth no line.
    expect(served.logged.slice(seen)).toMatchObject([
      { level: "error", entry: { event: "tool_call_broke", error: { name: "DeadlinePassed" } } },
    ]);
  });

  test("is logged if it ends by itself after its deadline", async () => {
    const { server, url, logged } = await serve({ handlers, deadlineMs: 1 });
    await callTool(url, "notes_get", { id: "slow" });
    await expect
      .poll(() => logged.map(({ entry }) => entry.event))
      .toEqual(["tool_call_broke", "tool_call_late"]);
    await server.close();
  });

  test("is not logged again if it throws and onToolCall has logged it", async () => {
    const told: ToolCallReport[] = [];
    const onToolCall = (report: ToolCallReport) => {
      told.push(report);
      return "logged";
    };
    const { server, url, logged } = await serve({ handlers, deadlineMs: 1, onToolCall });
    await callTool(url, "notes_get", { id: "broken" });
    await callTool(url, "notes_wait");
    await server.close();
    expect(told).toMatchObject([
      { outcome: "internal", error: { message: "The disk with secret-2 is gone." } },
      { outcome: "internal", error: { name: "DeadlinePassed" } },
    ]);
    expect(logged).toEqual([]);
  });

  test("is reported with its outcome", async () => {
    const seen = served.calls.length;
    await callTool(served.url, "notes_get", { id: "ana" });
    await callTool(served.url, "notes_get", { id: "x" });
    expect(served.calls.slice(seen)).toEqual(
      ["ok", "not_found"].map((outcome) => ({
        tool: "notes_get",
        outcome,
        ms: expect.any(Number),
        requestId: expect.any(String),
        account: "ana",
        token: "id-of-notes:read",
      })),
    );
  });
});

describe("a field that needs a scope", () => {
  test("is sent to callers that have the scope", async () => {
    const { structuredContent } = await callTool(
      served.url,
      "notes_get",
      { id: "ana" },
      "notes:read+notes:pii",
    );
    expect(structuredContent.author).toEqual({ name: "Ana", email: "ana@example.org" });
  });

  test("is sent to no other caller, neither in the structured content nor in the text", async () => {
    const result = await callTool(served.url, "notes_get", { id: "ana" });
    expect(result.structuredContent.author).toEqual({ name: "Ana" });
    expect(JSON.stringify(result)).not.toContain("ana@example.org");
  });

  test("stays in the object of the handler", () => {
    expect(handlers.ana.author?.email).toBe("ana@example.org");
  });
});

test.each([
  ["zero", 0],
  ["a fraction", 1.5],
  ["the largest", Number.MAX_SAFE_INTEGER],
  ["text", 'a"\\\n\u2028😀'],
  ["an empty text", ""],
])("an id is echoed as it came: %s", async (_, id) => {
  const { message } = await post(served.url, JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }));
  expect(message).toEqual({ jsonrpc: "2.0", id, result: {} });
});

test("a server does not start if its handlers lack a method", async () => {
  await expect(serve({ handlers: {} })).rejects.toThrow(
    "The handlers lack ping(), which answers calls of notes_ping.",
  );
});

test("a service whose callers bring tokens does not start without authenticate()", async () => {
  const log = { info() {}, warn() {}, error() {} };
  expect(() => createMcpServer({ service: notes, handlers, log })).toThrow("needs authenticate()");
});
