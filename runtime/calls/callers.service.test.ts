/** Options of a server for its calls: own callers, an interceptor, hidden tools, content in addition to the output. */
import {
  type Call,
  createMcpHandler,
  type McpHandler,
  type McpHandlerOptions,
  Refusal,
  type Tool,
  withContent,
} from "@toolwright/runtime";
import { describe, expect, test } from "vitest";
import { modernNotes } from "../test/support/wire/modern-notes.ts";
import { tool } from "../test/support/wire/notes.ts";
import { callerOf, ModernNotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { modernRequest } from "../test/support/wire/rpc.ts";
import { serve } from "../test/support/wire/serving.ts";

const log = { info() {}, warn() {}, error() {} };
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

function handler(options: Partial<McpHandlerOptions> = {}): McpHandler {
  return createMcpHandler(modernNotes, {
    handlers: new ModernNotesHandlers(),
    authenticate: ({ token }) => callerOf(token),
    limit: () => ({ allowed: true }),
    log,
    ...options,
  });
}

async function send(mcp: McpHandler, method: string, params: object, headers: object = {}) {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer notes:read", ...headers },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  };
  return (await mcp.fetch(new Request("http://localhost/api/mcp?a=b", request))).json();
}

const callTool = async (mcp: McpHandler, name: string, input?: object, headers?: object, _meta?: object) => {
  const { result, error } = await send(mcp, "tools/call", { name, arguments: input, _meta }, headers);
  return result ?? error;
};

describe("authenticate", () => {
  test("sees the request, and what it returns reaches the handler whole", async () => {
    let seen: Call | undefined;
    const mcp = handler({
      authenticate: ({ token, headers, url, address }) => ({
        ...callerOf(token)!,
        tenant: headers.get("X-Tenant"),
        from: [url, address, headers.get("nothing")],
      }),
      clientAddress: () => "192.0.2.1",
      handlers: {
        ...all,
        ping(_: unknown, call: Call) {
          seen = call;
          return { ok: true };
        },
      },
    });
    await callTool(mcp, "notes_ping", {}, { "X-Tenant": "acme" });
    expect(seen?.caller).toEqual({
      ...callerOf("notes:read"),
      tenant: "acme",
      from: ["http://localhost/api/mcp?a=b", "192.0.2.1", null],
    });
    expect(seen?.request?.headers.get("x-TENANT")).toBe("acme");
    expect(JSON.stringify(seen?.request)).not.toContain("notes:read");
  });

  test("sees the same over node:http", async () => {
    let seen: unknown;
    const served = await serve({
      authenticate: ({ token, headers, url, address }) => {
        seen = [headers.get("X-Tenant"), url, address];
        return callerOf(token);
      },
    });
    const headers = { "X-Tenant": "acme", Authorization: "Bearer a", "Content-Type": "application/json" };
    await fetch(served.url, { method: "POST", headers, body: "{}" });
    await served.server.close();
    expect(seen).toEqual(["acme", served.url.href, "127.0.0.1"]);
  });
});

const all = Object.fromEntries(
  modernNotes.tools.map(({ method }) => [method, () => ({ ok: true })]),
) as Record<string, (input: never, call: Call) => object>;

describe("call.trace", () => {
  const other = traceparent.replace("-01", "-00");
  const cases: [string, object, object | undefined, unknown][] = [
    ["none", {}, undefined, undefined],
    ["_meta", {}, { traceparent, tracestate: "a=b" }, { traceparent, tracestate: "a=b" }],
    ["the header", { traceparent, baggage: "c=d" }, undefined, { traceparent, baggage: "c=d" }],
    ["_meta before the header", { traceparent: other }, { traceparent }, { traceparent }],
    ["the header, if _meta is invalid", { traceparent }, { traceparent: "00-1-2-01" }, { traceparent }],
    ["zeros", { traceparent: traceparent.replace("b7ad6b7169203331", "0".repeat(16)) }, undefined, undefined],
    ["the forbidden version", { traceparent: traceparent.replace("00-", "ff-") }, undefined, undefined],
    ["too long for version 00", { traceparent: `${traceparent}-x` }, undefined, undefined],
    [
      "a later version",
      { traceparent: `cc${traceparent.slice(2)}-x` },
      undefined,
      { traceparent: `cc${traceparent.slice(2)}-x` },
    ],
  ];

  test.each(cases)("%s", async (_, headers, meta, want) => {
    let trace: unknown = "not called";
    const ping = (_input: unknown, call: Call) => {
      trace = call.trace;
      return { ok: true };
    };
    await callTool(handler({ handlers: { ...all, ping } }), "notes_ping", {}, headers, meta);
    expect(trace).toEqual(want);
  });
});

describe("around", () => {
  test("runs around each handler, with its tool and its checked arguments", async () => {
    const steps: unknown[] = [];
    const mcp = handler({
      async around({ tool: { name }, input, caller }, next) {
        steps.push([name, input, caller.account]);
        const output = await next();
        steps.push(output);
        return output;
      },
    });
    expect(await callTool(mcp, "notes_get", { id: "ana" })).toMatchObject({
      structuredContent: { id: "ana" },
    });
    expect(steps).toEqual([
      ["notes_get", { id: "ana", full: false }, "ana"],
      { id: "ana", text: "Grüße – 👋", author: expect.anything() },
    ]);
    await callTool(mcp, "notes_get", { id: 7 });
    await callTool(mcp, "notes_edit", { id: "ana", text: "" });
    expect(steps).toHaveLength(2);
  });

  test("may refuse, and gets what a handler throws", async () => {
    const codes: unknown[] = [];
    const mcp = handler({
      around: async ({ input }, next) => {
        if ((input as { id?: string }).id === "closed") throw new Refusal("not_found", "Closed today.");
        return next().catch((error: Error) => {
          codes.push(error.message);
          throw error;
        });
      },
    });
    const failureOf = async (id: string) =>
      (await callTool(mcp, "notes_get", { id }))._meta["dev.toolwright/failure"].code;
    expect([await failureOf("closed"), await failureOf("none"), await failureOf("rejected")]).toEqual([
      "not_found",
      "not_found",
      "internal",
    ]);
    expect(codes).toEqual(["No note none.", "The disk with secret-2 is gone."]);
  });

  test("the result that it returns is checked like an output", async () => {
    const mcp = handler({ around: () => ({ id: 7 }) });
    expect(await callTool(mcp, "notes_get", { id: "ana" })).toMatchObject({
      _meta: { "dev.toolwright/failure": { code: "internal" } },
    });
  });
});

describe("visible", () => {
  const visible = ({ mode }: Tool, { token }: { token: string }) =>
    mode !== "write" || token === "id-of-admin";
  const mcp = handler({ visible });
  const namesFor = async (token: string) => {
    const { result } = await send(mcp, "tools/list", {}, { Authorization: `Bearer ${token}` });
    return result.tools.map(({ name }: Tool) => name);
  };

  test("hides a tool from the list", async () => {
    expect(await namesFor("notes:read")).not.toContain("notes_edit");
    expect(await namesFor("admin")).toContain("notes_edit");
  });

  test("a hidden tool is unknown, and is not suggested", async () => {
    const known = await callTool(mcp, "notes_edit");
    const unknown = await callTool(mcp, "notes_edix");
    expect(known).toEqual({ ...unknown, message: unknown.message.replace("edix", "edit") });
    expect(known.message).not.toContain("Did you mean notes_edit");
    expect(await callTool(mcp, "notes_edit", {}, { Authorization: "Bearer admin" })).toMatchObject({
      _meta: { "dev.toolwright/failure": { code: "insufficient_scope" } },
    });
  });

  test("a hidden tool has no rate that would show it", async () => {
    const counted: string[] = [];
    const rates = [{ name: "edits", max: 1, seconds: 60 }];
    const tools = modernNotes.tools.map((each) => (each.mode === "write" ? { ...each, rates } : each));
    const limited = createMcpHandler(
      { ...modernNotes, tools },
      {
        handlers: new ModernNotesHandlers(),
        authenticate: ({ token }) => callerOf(token),
        toolLimit: () => (token) => {
          counted.push(token);
          return { allowed: true };
        },
        visible,
        log,
      },
    );
    await callTool(limited, "notes_edit");
    await callTool(limited, "notes_edit", {}, { Authorization: "Bearer admin" });
    expect(counted).toEqual(["id-of-admin"]);
  });

  test("caches may not share the list", async () => {
    const list = async (served: McpHandler) =>
      (
        await (
          await served.fetch(new Request("http://localhost/api/mcp", modernRequest({ method: "tools/list" })))
        ).json()
      ).result.cacheScope;
    expect([await list(mcp), await list(handler())]).toEqual(["private", "public"]);
  });
});

describe("withContent", () => {
  const content = [{ type: "text", text: "One note by Ana." }] as const;
  const author = { name: "Ana", email: "ana@example.org" };
  const note = { id: "ana", text: "Hi", author };
  const serving = (get: () => object) => handler({ handlers: { ...all, get } });
  const get = { method: "tools/call", params: { name: "notes_get", arguments: { id: "ana" } } };
  const modernResult = async (mcp: McpHandler) =>
    (await (await mcp.fetch(new Request("http://localhost/api/mcp", modernRequest(get)))).json()).result;

  test("replaces the text, and adds _meta; fields still need their scopes", async () => {
    const mcp = serving(() => withContent(note, content, { "example.org/pages": 1 }));
    const want = {
      content,
      structuredContent: { ...note, author: { name: "Ana" } },
      _meta: { "example.org/pages": 1 },
    };
    expect(await callTool(mcp, "notes_get", { id: "ana" })).toEqual(want);
    const { resultType, _meta, ...result } = await modernResult(mcp);
    expect({ ...result, _meta }).toMatchObject(want);
    expect([resultType, Object.keys(_meta)]).toEqual([
      "complete",
      ["example.org/pages", "io.modelcontextprotocol/serverInfo"],
    ]);
  });

  test("replaces the text without _meta", async () => {
    const mcp = serving(() => withContent(note, content));
    expect(await callTool(mcp, "notes_get", { id: "ana" })).not.toHaveProperty("_meta");
    expect((await modernResult(mcp))._meta).toHaveProperty(["io.modelcontextprotocol/serverInfo"]);
  });

  test.each([
    ["an output that does not fit", () => withContent({ id: 7 }, content)],
    ["content that is none", () => withContent(note, [{ type: "text" }] as never)],
  ])("%s is internal", async (_, broken) => {
    expect(await callTool(serving(broken), "notes_get", { id: "ana" })).toMatchObject({
      isError: true,
      _meta: { "dev.toolwright/failure": { code: "internal" } },
    });
  });

  test("leaves the handler's object as it is", () => {
    const output = withContent(note, content);
    expect(Object.keys(output)).toEqual(Object.keys(note));
    expect(output).not.toBe(note);
    expect(tool({ name: "a", method: "a", output: { type: "object" } }).output?.(output)).toBe(true);
  });
});
