/** Every HTTP status of a refusal: it is reported to `onRefusal`, and the connection stays open or says that it closes. */
import { describe, expect, onTestFinished, test } from "vitest";
import { modernNotes } from "../test/support/wire/modern-notes.ts";
import { ModernNotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { RawConnection, type RawRequest, requestBytes } from "../test/support/wire/raw-http.ts";
import { modernRequest } from "../test/support/wire/rpc.ts";
import { serve } from "../test/support/wire/serving.ts";

async function start() {
  const told: number[] = [];
  const handlers = new ModernNotesHandlers();
  const served = await serve({
    handlers,
    service: { ...modernNotes, auth: { ...modernNotes.auth, denial: "http-403" } },
    limit: (token) =>
      token === "id-of-often" ? { allowed: false, retryAfterSeconds: 1 } : { allowed: true },
    authenticate({ token }) {
      if (token === "breaks") throw new Error("The database is gone.");
      return token === "revoked" ? undefined : { account: "a", token: `id-of-${token}`, scopes: new Set() };
    },
    onRefusal: (status) => told.push(status),
    bodyTimeoutMs: 300,
    lingerMs: 50,
    maxBodyBytes: 1000,
  });
  onTestFinished(() => served.server.close(0));
  const connection = new RawConnection(served.url);
  onTestFinished(() => void connection.socket.destroy());
  return { ...served, handlers, told, connection };
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` }, body: ping });
const modern = (wish: Parameters<typeof modernRequest>[0]): RawRequest => {
  const { headers, body } = modernRequest({ token: "any", ...wish });
  return { headers, body: String(body) };
};
const edit = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "notes_edit", arguments: {} },
});
const wait = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "notes_wait" },
});
const chunked = { "Content-Length": null, "Transfer-Encoding": "chunked" };

const stays: readonly [string, number, RawRequest][] = [
  ["a body that is no JSON", 400, { body: "{" }],
  ["an unknown version", 400, { body: ping, headers: { "MCP-Protocol-Version": "2099-01-01" } }],
  ["no token", 401, { headers: { Authorization: null }, body: ping }],
  ["a revoked token", 401, bearer("revoked")],
  ["another host", 403, { headers: { Host: "evil.example" }, body: ping }],
  ["another origin", 403, { headers: { Origin: "https://evil.example" }, body: ping }],
  ["a missing scope, if the spec declares http-403", 403, { body: edit }],
  ["another path", 404, { target: "/elsewhere", body: ping }],
  ["an OAuth probe", 404, { method: "GET", target: "/.well-known/oauth-protected-resource" }],
  ["another method", 405, { method: "GET" }],
  ["a body that is too large", 413, { body: " ".repeat(1001) }],
  ["another content type", 415, { headers: { "Content-Type": "text/plain" }, body: ping }],
  ["a compressed body", 415, { headers: { "Content-Encoding": "gzip" }, body: ping }],
  ["a request too many", 429, bearer("often")],
  ["a part that fails", 500, bearer("breaks")],
  [
    "headers that differ from a modern body",
    400,
    modern({ method: "ping", headers: { "Mcp-Method": "pong" } }),
  ],
  ["a modern method that is unknown", 404, modern({ method: "ping" })],
  [
    "a modern version that is not spoken",
    400,
    modern({
      method: "tools/list",
      meta: { "io.modelcontextprotocol/protocolVersion": "2031-01-01" },
      headers: { "MCP-Protocol-Version": "2031-01-01" },
    }),
  ],
];

const ends: readonly [string, number, string | RawRequest][] = [
  ["bytes that are not HTTP", 400, "\x16\x03\x01\r\n\r\n"],
  [
    "chunks of HTTP/1.0",
    400,
    "POST /api/mcp HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["a tunnel", 405, "CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ["headers that stop", 408, "POST /api/mcp HTTP/1.1\r\nHost: "],
  ["a body that stops", 408, { headers: { "Content-Length": "100" }, body: "{" }],
  ["chunks that are too large", 413, { headers: chunked, body: `400\r\n${" ".repeat(1024)}\r\n0\r\n\r\n` }],
  ["another expectation", 417, { headers: { Expect: "200-ok" }, body: ping }],
  ["a chunk extension that is too large", 413, { headers: chunked, body: `1;${"x".repeat(20_000)}\r\n` }],
  ["headers that are too large", 431, { headers: { "X-Much": "x".repeat(20_000) } }],
];

describe("a refusal ends the connection, and later requests on it are not run:", () => {
  const call = JSON.stringify({
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "notes_ping" },
  });
  const whole = `${ping.length.toString(16)}\r\n${ping}\r\n0\r\n\r\n`;
  const large = `400\r\n${" ".repeat(1024)}\r\n0\r\n\r\n`;
  const unasked = { Authorization: "Bearer revoked", Expect: "100-continue" };
  test.each<[string, number, RawRequest]>([
    ["chunks without a token", 401, { headers: { ...chunked, Authorization: null }, body: whole }],
    ["a body that waits to be asked for, and comes", 401, { headers: unasked, body: ping }],
    ["chunks of another type", 415, { headers: { ...chunked, "Content-Type": "text/plain" }, body: whole }],
    ["chunks that are too large", 413, { headers: chunked, body: large }],
    ["another expectation", 417, { headers: { Expect: "200-ok" }, body: ping }],
    ["another coding", 501, { headers: { ...chunked, "Transfer-Encoding": "gzip, chunked" }, body: whole }],
  ])("%s (%i)", async (_, status, request) => {
    const { url, connection, told, calls } = await start();
    connection.send(Buffer.concat([requestBytes(url, request), requestBytes(url, { body: call })]));
    const answer = await connection.answer();
    expect([answer.status, answer.headers.connection]).toEqual([status, "close"]);
    expect(await connection.end()).toBe("");
    expect([told, calls]).toEqual([[status], []]);
  });
});

describe("a refusal is counted by its status, and the connection takes the next request:", () => {
  test.each(stays)("%s (%i)", async (_, status, request) => {
    const { url, connection, told } = await start();
    connection.send(requestBytes(url, request));
    const answer = await connection.answer();
    expect([answer.status, told]).toEqual([status, [status]]);
    connection.send(requestBytes(url, { body: ping }));
    expect((await connection.answer()).status).toBe(200);
    expect(told).toEqual([status]);
  });
});

describe("a refusal is counted by its status, and the connection ends:", () => {
  test.each(ends)("%s (%i)", async (_, status, request) => {
    const { url, connection, told } = await start();
    connection.send(typeof request === "string" ? request : requestBytes(url, request));
    const answer = await connection.answer();
    expect([answer.status, answer.headers.connection, told]).toEqual([status, "close", [status]]);
    expect(await connection.end()).toBe("");
  });

  test("a server that stops (503)", async () => {
    const { url, connection, told, server, handlers } = await start();
    const busy = new RawConnection(url);
    connection.send(requestBytes(url, { body: ping }));
    await connection.answer();
    busy.send(requestBytes(url, { body: wait }));
    await expect.poll(() => handlers.running).toBe(1);
    const closed = server.close();
    connection.send(requestBytes(url, { body: ping }));
    expect((await connection.answer()).status).toBe(503);
    expect(await connection.end()).toBe("");
    busy.socket.destroy();
    await closed;
    expect(told).toEqual([503]);
  });
});

test("accepted requests are not counted, and an error of the counter does not change an answer", async () => {
  const { url, server, logged } = await serve({
    onRefusal() {
      throw new Error("The counter is broken.");
    },
  });
  onTestFinished(() => server.close());
  const statuses: number[] = [];
  for (const request of [{ body: ping }, bearer("revoked")]) {
    const connection = new RawConnection(url);
    connection.send(requestBytes(url, request));
    statuses.push((await connection.answer()).status);
    connection.socket.destroy();
  }
  expect([statuses, logged.map(({ entry }) => entry.event)]).toEqual([[200, 401], ["on_refusal_broke"]]);
});
