/** MCP 2026-07-28, which has no handshake. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { modernNotes } from "../test/support/wire/modern-notes.ts";
import { notes } from "../test/support/wire/notes.ts";
import { ModernNotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { type ModernWish, modern, post, rpc } from "../test/support/wire/rpc.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

let served: Served;

beforeAll(async () => {
  served = await serve({
    service: modernNotes,
    handlers: new ModernNotesHandlers(),
    limit: () => ({ allowed: true }),
  });
});

afterAll(() => served.server.close());

const version = "io.modelcontextprotocol/protocolVersion";
const capabilities = "io.modelcontextprotocol/clientCapabilities";
const _meta = {
  "io.modelcontextprotocol/serverInfo": {
    name: "notes",
    version: "1.2.3",
    title: "Notes",
    icons: [{ src: "https://notes.example/icon.png" }],
  },
};
const cached = { ttlMs: 300_000, cacheScope: "public" };

describe("a result", () => {
  const get = { method: "tools/call", params: { name: "notes_get", arguments: { id: "ana" } } };
  const ana = { id: "ana", text: "Grüße – 👋", author: { name: "Ana" } };

  test.each<[string, ModernWish, object]>([
    [
      "of server/discover says what is spoken here, and how long that may be kept",
      { method: "server/discover" },
      {
        ...cached,
        supportedVersions: ["2025-11-25", "2026-07-28"],
        capabilities: { tools: {} },
        instructions: "Find a note before you edit it.",
      },
    ],
    [
      "of tools/list is the manifest, and how long it may be kept",
      { method: "tools/list" },
      { ...cached, tools: modernNotes.tools.map(({ manifest }) => JSON.parse(manifest)) },
    ],
    [
      "of tools/call",
      get,
      { content: [{ type: "text", text: JSON.stringify(ana) }], structuredContent: ana },
    ],
    [
      "of content blocks",
      { method: "tools/call", params: { name: "notes_picture" } },
      { content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] },
    ],
  ])("%s", async (_, wish, own) => {
    const { status, message } = await modern(served.url, wish);
    expect({ status, message }).toEqual({
      status: 200,
      message: { jsonrpc: "2.0", id: 1, result: { resultType: "complete", _meta, ...own } },
    });
  });

  test("has the failure and the server in its _meta if it is a refusal", async () => {
    const params = { name: "notes_get", arguments: { id: "x" } };
    const { message } = await modern(served.url, { method: "tools/call", params });
    expect(message.result).toEqual({
      resultType: "complete",
      content: [{ type: "text", text: "No note x." }],
      isError: true,
      _meta: {
        ..._meta,
        "dev.toolwright/failure": { code: "not_found", details: { id: "x" }, retryable: false },
      },
    });
  });

  test("of tools/list is private if scopes decide which tools are listed", async () => {
    const service = { ...modernNotes, auth: { ...modernNotes.auth, visibility: "by-scope" as const } };
    const { url } = await alone(service);
    const { message } = await modern(url, { method: "tools/list", token: "none" });
    expect(message.result).toMatchObject({ cacheScope: "private", resultType: "complete", _meta });
    expect(message.result.tools.map(({ name }: { name: string }) => name)).not.toContain("notes_get");
  });
});

describe("a request is refused", () => {
  const list = { method: "tools/list" };
  const get = (input: object = { id: "ana" }) => ({
    method: "tools/call",
    params: { name: "notes_get", arguments: input },
  });
  test.each<[string, ModernWish, status: number, code: number, RegExp]>([
    ["without _meta", { ...list, meta: null }, 400, -32602, /protocolVersion/],
    [
      "without _meta that discovers",
      { method: "server/discover", meta: null, headers: { "MCP-Protocol-Version": null } },
      400,
      -32602,
      /protocolVersion/,
    ],
    ["without a version", { ...list, meta: { [version]: undefined } }, 400, -32602, /protocolVersion/],
    [
      "with a version that is no text",
      { ...list, meta: { [version]: 20260728 }, headers: { "MCP-Protocol-Version": "20260728" } },
      400,
      -32602,
      /protocolVersion/,
    ],
    ["without capabilities", { ...list, meta: { [capabilities]: undefined } }, 400, -32602, /capabilities/],
    [
      "with capabilities that are none",
      { ...list, meta: { [capabilities]: [] } },
      400,
      -32602,
      /capabilities/,
    ],
    [
      "without the version's header",
      { ...list, headers: { "MCP-Protocol-Version": null } },
      400,
      -32020,
      /MCP-Protocol-Version is missing/,
    ],
    [
      "with another version in the header",
      { ...list, headers: { "MCP-Protocol-Version": "2025-11-25" } },
      400,
      -32020,
      /MCP-Protocol-Version differs/,
    ],
    [
      "with another version in the body",
      { ...list, meta: { [version]: "2025-11-25" } },
      400,
      -32020,
      /MCP-Protocol-Version differs/,
    ],
    [
      "without the method's header",
      { ...list, headers: { "Mcp-Method": null } },
      400,
      -32020,
      /Mcp-Method is missing/,
    ],
    [
      "with another method in the header",
      { ...list, headers: { "Mcp-Method": "tools/call" } },
      400,
      -32020,
      /Mcp-Method differs/,
    ],
    [
      "with the method in other letters",
      { ...list, headers: { "Mcp-Method": "Tools/List" } },
      400,
      -32020,
      /Mcp-Method differs/,
    ],
    [
      "without the tool's header",
      { ...get(), headers: { "Mcp-Name": null } },
      400,
      -32020,
      /Mcp-Name is missing/,
    ],
    [
      "with another tool in the header",
      { ...get(), headers: { "Mcp-Name": "notes_ping" } },
      400,
      -32020,
      /Mcp-Name differs/,
    ],
    [
      "with two headers in one",
      { ...get(), headers: { "Mcp-Name": "notes_get, notes_get" } },
      400,
      -32020,
      /Mcp-Name differs/,
    ],
    [
      "for initialize",
      { method: "initialize", params: { protocolVersion: "2026-07-28" } },
      404,
      -32601,
      /server\/discover/,
    ],
    ["for ping", { method: "ping" }, 404, -32601, /Unknown method "ping"/],
    ["for logging/setLevel", { method: "logging/setLevel" }, 404, -32601, /Unknown method/],
    ["for an unknown method", { method: "notes/shred" }, 404, -32601, /Unknown method/],
    ["for another page of tools", { ...list, params: { cursor: "2" } }, 200, -32602, /cursor/],
    [
      "for an unknown tool",
      { method: "tools/call", params: { name: "notes_gte" } },
      200,
      -32602,
      /Did you mean notes_get/,
    ],
    ["for no tool", { method: "tools/call" }, 200, -32602, /params\.name/],
  ])("%s", async (_, wish, status, code, words) => {
    for (const id of [7, "seven"]) {
      const answer = await modern(served.url, { ...wish, id });
      expect({ status: answer.status, message: answer.message }).toEqual({
        status,
        message: { jsonrpc: "2.0", id, error: { code, message: expect.stringMatching(words) } },
      });
    }
  });

  test.each(["2027-01-01", "2025-11-25", "v999", ""])(
    "in a version that is not spoken so (%j), with those that are",
    async (requested) => {
      const { status, message } = await modern(served.url, {
        ...list,
        meta: { [version]: requested },
        headers: { "MCP-Protocol-Version": requested },
      });
      expect({ status, error: message.error }).toEqual({
        status: 400,
        error: {
          code: -32022,
          message: expect.stringContaining("2026-07-28"),
          data: { supported: ["2026-07-28"], requested },
        },
      });
    },
  );
});

describe("an argument that the client repeats in a header", () => {
  const copy = (input: object, headers: ModernWish["headers"]) =>
    modern(served.url, {
      method: "tools/call",
      params: { name: "notes_copy", arguments: input },
      headers: headers ?? {},
    });
  const base64 = (text: string | Buffer) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

  test.each<[string, object, Record<string, string>]>([
    ["as text", { to: "ana" }, { "Mcp-Param-To": "ana" }],
    ["in other letters of the header's name", { to: "ana" }, { "mcp-PARAM-to": "ana" }],
    ["with white space around it", { to: "ana" }, { "Mcp-Param-To": "  ana\t" }],
    ["as a number", { times: 42 }, { "Mcp-Param-Times": "42" }],
    ["as true", { draft: true }, { "Mcp-Param-Draft": "true" }],
    ["as false", { draft: false }, { "Mcp-Param-Draft": "false" }],
    ["as Base64, although it is not necessary", { to: "ana" }, { "Mcp-Param-To": base64("ana") }],
    ["as Base64 of UTF-8", { to: "Zoë – 👋\r\n" }, { "Mcp-Param-To": base64("Zoë – 👋\r\n") }],
    [
      "as Base64 of what looks like Base64",
      { to: "=?base64?YQ==?=" },
      { "Mcp-Param-To": base64("=?base64?YQ==?=") },
    ],
    ["from deep inside", { place: { city: "Bonn" } }, { "Mcp-Param-City": "Bonn" }],
    ["as nothing", { to: "" }, { "Mcp-Param-To": "" }],
    ["when there is none", {}, {}],
  ])("is accepted %s", async (_, input, headers) => {
    const { status, message } = await copy(input, headers);
    expect({ status, output: message.result?.structuredContent }).toEqual({ status: 200, output: input });
  });

  test.each<[string, object, Record<string, string>]>([
    ["left out", { to: "ana" }, {}],
    ["another city", { place: { city: "Bonn" } }, { "Mcp-Param-City": "Ulm" }],
    ["a city of no place", { place: null }, { "Mcp-Param-City": "Bonn" }],
    ["another", { to: "ana" }, { "Mcp-Param-To": "bo" }],
    ["in other letters", { to: "ana" }, { "Mcp-Param-To": "Ana" }],
    ["an argument that the body does not have", {}, { "Mcp-Param-To": "ana" }],
    ["null in the body", { to: null }, { "Mcp-Param-To": "null" }],
    ["Base64 of another", { to: "ana" }, { "Mcp-Param-To": base64("bo") }],
    ["Base64 without padding", { to: "an" }, { "Mcp-Param-To": "=?base64?YW4?=" }],
    ["Base64 with foreign letters", { to: "ana" }, { "Mcp-Param-To": "=?base64?Y$W5h?=" }],
    ["Base64 of no UTF-8", { to: "\ufffd" }, { "Mcp-Param-To": base64(Buffer.from([0xff])) }],
    ["Base64 without its wrapping", { to: "ana" }, { "Mcp-Param-To": "YW5h" }],
    ["a number written otherwise", { times: 42 }, { "Mcp-Param-Times": "4.2e1" }],
    ["an argument by the name of a builtin", { constructor: "x" }, { "Mcp-Param-To": "x" }],
  ])("is refused if the header has %s", async (_, input, headers) => {
    const { status, message } = await copy(input, headers);
    expect({ status, message }).toEqual({
      status: 400,
      message: {
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32020, message: expect.stringContaining("Mcp-Param-") },
      },
    });
  });

  test("is ignored in other revisions", async () => {
    const { status, message } = await rpc(served.url, "tools/call", {
      name: "notes_copy",
      arguments: { to: "ana" },
    });
    expect([status, message.result.structuredContent]).toEqual([200, { to: "ana" }]);
  });
});

describe("the revision of a message", () => {
  test("is an older one if it has neither _meta nor the header", async () => {
    const { status, message } = await rpc(served.url, "ping");
    expect([status, message.result]).toEqual([200, {}]);
    const { message: listed } = await rpc(served.url, "tools/list");
    expect(Object.keys(listed.result)).toEqual(["tools"]);
  });

  test("initialize is answered with 2025-11-25, also if the client requests 2026-07-28", async () => {
    for (const protocolVersion of ["2025-11-25", "2026-07-28"]) {
      const { message } = await rpc(served.url, "initialize", { protocolVersion });
      expect(message.result.protocolVersion).toBe("2025-11-25");
    }
  });

  test("an unknown version in the header alone gets 400, with all supported versions", async () => {
    const response = await fetch(served.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: "Bearer notes:read",
        "MCP-Protocol-Version": "v9",
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        jsonrpc: "2.0",
        id: 1,
        error: {
          code: -32600,
          message: expect.stringContaining("v9"),
          data: { supported: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"], requested: "v9" },
        },
      },
    ]);
  });

  test.each([
    ["of a modern client", { _meta: { [version]: "2026-07-28" } }, "2026-07-28", 202],
    ["of a modern client that says so in the header only", {}, "2026-07-28", 202],
    ["of an older client", {}, "2025-11-25", 202],
    ["whose header differs", { _meta: { [version]: "2026-07-28" } }, "2025-11-25", 400],
  ])("a notification %s is %s %s %i", async (_, params, header, status) => {
    const response = await fetch(served.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Authorization: "Bearer notes:read",
        "MCP-Protocol-Version": header,
      },
      body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/x", params }),
    });
    expect(response.status).toBe(status);
    if (status === 202) expect(await response.text()).toBe("");
  });

  test("a service that does not list 2026-07-28 does not support it", async () => {
    const { url } = await alone(notes);
    const list = await modern(url, { method: "tools/list" });
    expect([list.status, list.message.error.data.supported]).toEqual([
      400,
      ["2025-11-25", "2025-06-18", "2025-03-26"],
    ]);
    const withoutHeaders = {
      jsonrpc: "2.0",
      id: 1,
      method: "server/discover",
      params: { _meta: { [version]: "2026-07-28" } },
    };
    const discover = await post(url, JSON.stringify(withoutHeaders));
    expect([discover.status, discover.message.error.code]).toEqual([200, -32601]);
  });
});

/** A server of its own. It ends with the test. */
async function alone(service: typeof notes): Promise<Served> {
  const own = await serve({ service, handlers: new ModernNotesHandlers() });
  onTestFinished(() => own.server.close());
  return own;
}
