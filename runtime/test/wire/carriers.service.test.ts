/** Whatever carries the endpoint, the answers are those of our own server, which the other tests of this folder are about. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createMcpHandler,
  createMcpServer,
  type McpHandler,
  type McpHandlerOptions,
} from "@toolwright/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ModernNotesHandlers, modernNotes } from "../support/wire/modern-notes.ts";
import { callerOf } from "../support/wire/notes.ts";
import { modernRequest } from "../support/wire/rpc.ts";

type Send = (request: RequestInit, path?: string) => Promise<Response>;

interface Carrier {
  readonly handlers: ModernNotesHandlers;
  readonly send: Send;
  close(): unknown;
}

const silent = { info() {}, warn() {}, error() {} };
const endpoint = "/notes/mcp";

function optionsFor(handlers: ModernNotesHandlers, more: Partial<McpHandlerOptions> = {}): McpHandlerOptions {
  return {
    handlers,
    path: endpoint,
    authenticate: ({ token }) => callerOf(token),
    limit: (token) => (token === "id-of-busy" ? { allowed: false, retryAfterSeconds: 7 } : { allowed: true }),
    origins: ["https://app.example"],
    maxBodyBytes: 200_000,
    deadlineMs: 1_000,
    log: silent,
    ...more,
  };
}

async function overNode(
  make: (mcp: McpHandler) => RequestListener,
  more?: Partial<McpHandlerOptions>,
): Promise<Carrier> {
  const handlers = new ModernNotesHandlers();
  const server = createServer(make(createMcpHandler(modernNotes, optionsFor(handlers, more))));
  return { handlers, send: sendTo(await listening(server)), close: () => server.close() };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function sendTo(origin: string): Send {
  return (request, path = endpoint) => fetch(origin + path, request);
}

/** As parsers of bodies do it. */
async function parse(request: IncomingMessage & { body?: unknown }): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  request.body = text === "" ? undefined : JSON.parse(text);
}

const carriers: Readonly<Record<string, (more?: Partial<McpHandlerOptions>) => Promise<Carrier>>> = {
  "node:http": (more) => overNode((mcp) => (request, response) => mcp.node(request, response), more),
  "node:http behind a parser of bodies": () =>
    overNode((mcp) => (request, response) => {
      void parse(request).then(() => mcp.node(request, response));
    }),
  async fetch(more) {
    const handlers = new ModernNotesHandlers();
    const mcp = createMcpHandler(modernNotes, optionsFor(handlers, more));
    const send: Send = (request, path = endpoint) =>
      mcp.fetch(new Request(`http://localhost:3000${path}`, request));
    return { handlers, send, close: () => undefined };
  },
};

async function ownServer(): Promise<Carrier> {
  const handlers = new ModernNotesHandlers();
  const server = createMcpServer(createMcpHandler(modernNotes, optionsFor(handlers)));
  const { origin } = new URL(await server.listen(0));
  return { handlers, send: sendTo(origin), close: () => server.close(0) };
}

const bearer = { "Content-Type": "application/json", Authorization: "Bearer notes:read" };

function legacy(method: string, params?: object, more: object = {}, headers: object = {}): RequestInit {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params, ...more });
  return { method: "POST", headers: { ...bearer, ...headers }, body };
}

const call = (name: string, input?: object, headers: object = {}) =>
  legacy("tools/call", { name, arguments: input }, {}, headers);

function nested(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { id: value };
  return value;
}

const events = { Accept: "application/json, text/event-stream" };
const ana = { name: "notes_get", arguments: { id: "ana" } };

/** Requests that have the same answer everywhere. */
const requests: Readonly<Record<string, readonly [RequestInit, path?: string]>> = {
  "another path": [legacy("ping"), "/notes/mcp/"],
  GET: [{ method: "GET" }],
  "no token": [{ method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }],
  "a revoked token": [legacy("ping", {}, {}, { Authorization: "Bearer revoked" })],
  "two tokens": [{ ...legacy("ping"), headers: { ...bearer, Authorization: "Bearer a, Bearer b" } }],
  "an origin of somebody else": [legacy("ping", {}, {}, { Origin: "https://evil.example" })],
  "a listed origin": [legacy("ping", {}, {}, { Origin: "https://app.example" })],
  "a preflight": [
    {
      method: "OPTIONS",
      headers: {
        Origin: "https://app.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
      },
    },
  ],
  "another content type": [{ ...legacy("ping"), headers: { ...bearer, "Content-Type": "text/plain" } }],
  "an encoded body": [legacy("ping", {}, {}, { "Content-Encoding": "br" })],
  "a body that is too large": [call("notes_get", { id: "a".repeat(200_000) })],
  "a large body": [call("notes_edit", { id: "a", text: "b".repeat(150_000) })],
  "too many requests": [legacy("ping", {}, {}, { Authorization: "Bearer busy" })],
  "a batch": [{ method: "POST", headers: bearer, body: '[{"jsonrpc":"2.0","id":1,"method":"ping"}]' }],
  "a null id": [legacy("ping", {}, { id: null })],
  "an unknown version": [legacy("ping", {}, {}, { "MCP-Protocol-Version": "1999-01-01" })],
  initialize: [legacy("initialize", { protocolVersion: "2025-11-25" })],
  ping: [legacy("ping")],
  "tools/list": [legacy("tools/list")],
  "a notification": [legacy("notifications/initialized", {}, { id: undefined })],
  "a result": [call("notes_get", { id: "ana" })],
  "a result that waits": [call("notes_get", { id: "slow" })],
  "a refusal": [call("notes_get", { id: "none" })],
  "wrong arguments": [call("notes_get", { id: 7 })],
  "arguments that are nested deeply": [call("notes_get", nested(1_000))],
  "a missing scope": [call("notes_edit", { id: "ana", text: "" }, { Authorization: "Bearer none" })],
  progress: [legacy("tools/call", { name: "notes_print", _meta: { progressToken: 7 } }, {}, events)],
  "progress that is not wanted": [
    legacy(
      "tools/call",
      { name: "notes_print", _meta: { progressToken: 7 } },
      {},
      { Accept: "application/json" },
    ),
  ],
  "server/discover": [modernRequest({ method: "server/discover" })],
  "a modern result": [modernRequest({ method: "tools/call", params: ana })],
  "a modern header that differs": [
    modernRequest({ method: "tools/call", params: ana, headers: { "Mcp-Name": "notes_edit" } }),
  ],
  "a modern header in Base64": [
    modernRequest({
      method: "tools/call",
      params: { name: "notes_copy", arguments: { to: "Zoë" } },
      headers: { "Mcp-Param-To": `=?base64?${Buffer.from("Zoë").toString("base64")}?=` },
    }),
  ],
  "a modern unknown method": [modernRequest({ method: "resources/list" })],
};

/** Headers that servers add by themselves. */
const ofServers = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

async function answerTo(sent: Promise<Response>) {
  const response = await sent;
  const headers = [...response.headers].filter(([name]) => !ofServers.includes(name));
  return { status: response.status, headers, body: await response.text() };
}

let own: Carrier;

beforeAll(async () => {
  own = await ownServer();
});

afterAll(() => own.close());

describe.each(Object.entries(carriers))("over %s", (name, start) => {
  let carrier: Carrier;

  beforeAll(async () => {
    carrier = await start();
  });

  afterAll(() => carrier.close());

  test.each(Object.entries(requests))("%s", async (_, [request, path]) => {
    const [expected, got] = await Promise.all([
      answerTo(own.send(request, path)),
      answerTo(carrier.send(request, path)),
    ]);
    expect(got).toEqual(expected);
  });

  test("a client that leaves cancels its modern call", async () => {
    const { handlers, send } = carrier;
    const controller = new AbortController();
    const sent = send({
      ...modernRequest({ method: "tools/call", params: { name: "notes_wait" } }),
      signal: controller.signal,
    });
    sent.catch(() => undefined);
    await expect.poll(() => handlers.running).toBe(1);
    controller.abort();
    await expect.poll(() => handlers.stopped).toEqual(["Cancelled: The client disconnected."]);
  });

  test("a client that leaves a stream of progress cancels its modern call", async () => {
    const { handlers, send } = carrier;
    const _meta = { progressToken: 1 };
    const response = await send(
      modernRequest({ method: "tools/call", params: { name: "notes_wait" }, meta: _meta, headers: events }),
    );
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    await response.body?.cancel();
    await expect.poll(() => handlers.stopped.length).toBe(2);
  });

  test("a call ends at its deadline", async () => {
    const { body } = await answerTo(carrier.send(call("notes_wait")));
    expect(JSON.parse(body).result._meta["dev.toolwright/failure"]).toMatchObject({
      code: "internal",
      retryable: true,
    });
  });

  test.skipIf(name.includes("parser"))("a body that does not come to its end is refused (408)", async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"jsonrpc"')) });
    const request = { method: "POST", headers: bearer, body, duplex: "half" };
    const hasty = await start({ bodyTimeoutMs: 50 });
    expect((await hasty.send(request)).status).toBe(408);
    hasty.close();
  });

  test.skipIf(name.includes("parser"))("a body that is not UTF-8 is refused", async () => {
    const body = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}', "latin1");
    const request = { method: "POST", headers: bearer, body };
    expect(await answerTo(carrier.send(request))).toEqual(await answerTo(own.send(request)));
  });
});
