/** The behaviour that is the same for every carrier of the endpoint: servers, frameworks and platforms. */
import { expect } from "vitest";
import { modernRequest } from "./rpc.ts";

/** Sends a request to the endpoint, or to another path of its server. */
export type Send = (request: RequestInit, path?: string) => Promise<Response>;

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
export const carriedRequests: Readonly<Record<string, readonly [RequestInit, path?: string]>> = {
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
  "a body that is not UTF-8": [
    {
      method: "POST",
      headers: bearer,
      body: Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}', "latin1"),
    },
  ],
};

/** Headers that servers add by themselves. */
const ofServers = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];

export async function answerTo(sent: Promise<Response>) {
  const response = await sent;
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !ofServers.includes(name)));
  return { status: response.status, headers, body: await response.text() };
}

/** The calls of `notes_wait`: how many have begun, and why they were stopped. */
async function waitingCalls(send: Send): Promise<{ running: number; stopped: readonly string[] }> {
  const { body } = await answerTo(send(call("notes_get", { id: "waiting" })));
  return JSON.parse(JSON.parse(body).result.structuredContent.text);
}

/** Behaviour that shows only in more than one request. */
export const carriedBehaviours: Readonly<Record<string, (send: Send) => Promise<void>>> = {
  async "a client that leaves cancels its modern call"(send) {
    const before = await waitingCalls(send);
    const controller = new AbortController();
    const sent = send({
      ...modernRequest({ method: "tools/call", params: { name: "notes_wait" } }),
      signal: controller.signal,
    });
    sent.catch(() => undefined);
    await expect.poll(async () => (await waitingCalls(send)).running).toBe(before.running + 1);
    controller.abort();
    const reasons = [...before.stopped, "Cancelled: The client disconnected."];
    await expect.poll(async () => (await waitingCalls(send)).stopped).toEqual(reasons);
  },

  async "a client that leaves a stream of progress cancels its modern call"(send) {
    const { stopped } = await waitingCalls(send);
    const meta = { progressToken: 1 };
    const response = await send(
      modernRequest({ method: "tools/call", params: { name: "notes_wait" }, meta, headers: events }),
    );
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    await response.body?.cancel();
    const reasons = [...stopped, "Cancelled: The client disconnected."];
    await expect.poll(async () => (await waitingCalls(send)).stopped).toEqual(reasons);
  },

  async "a call ends at its deadline"(send) {
    const { body } = await answerTo(send(call("notes_wait")));
    expect(JSON.parse(body).result._meta["dev.toolwright/failure"]).toMatchObject({
      code: "internal",
      retryable: true,
    });
  },

  async "a body that does not come to its end is refused (408)"(send) {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{"jsonrpc"')) });
    const request = { method: "POST", headers: bearer, body, duplex: "half" };
    expect((await send(request)).status).toBe(408);
  },
};
