/** The checks of the gate, one by one. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { once, type RawRequest, requestBytes } from "../test/support/wire/raw-http.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

let served: Served;

beforeAll(async () => {
  served = await serve({
    limit: () => ({ allowed: true }),
    hosts: ["notes.example", "notes.example:8443", "[2001:DB8::1]:8443"],
    origins: ["https://app.example"],
    maxBodyBytes: 1000,
    routes(request, response) {
      if (!["/healthz", "/register"].includes(request.url!)) return false;
      response.end("a page");
      return true;
    },
  });
});

afterAll(() => served.server.close());

interface Want {
  readonly status: number;
  /** The code of the JSON-RPC error in the body. */
  readonly code?: number;
  readonly id?: string | number;
  readonly headers?: Readonly<Record<string, unknown>>;
}

const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const bare = { Authorization: null, "Content-Type": null };
const wanted = (header: string) => ({ "www-authenticate": header });

/** The refusals in the order of the gate. Each row has also the faults of the rows below it, if possible. */
const refusals: readonly [string, RawRequest, Want][] = [
  ["no Host", { headers: { Host: null } }, { status: 400, code: 400 }],
  ["two Hosts", { headers: { Host: ["localhost", "evil.example"] } }, { status: 400, code: 400 }],
  [
    "a host of somebody else",
    { target: "/nowhere", headers: { Host: "evil.example" } },
    { status: 403, code: 403 },
  ],
  [
    "a host that only starts well",
    { headers: { Host: "localhost.evil.example" } },
    { status: 403, code: 403 },
  ],
  ["an empty host", { headers: { Host: "" } }, { status: 403, code: 403 }],
  ["a host with two dots", { headers: { Host: "notes.example.." } }, { status: 403, code: 403 }],
  ["a host with a port that is none", { headers: { Host: "localhost:http" } }, { status: 403, code: 403 }],
  ["a host with user info", { headers: { Host: "localhost:80@evil.example" } }, { status: 403, code: 403 }],
  [
    "an allowed IPv6 address at another port",
    { headers: { Host: "[2001:db8::1]" } },
    { status: 403, code: 403 },
  ],
  ["an IPv6 address without brackets", { headers: { Host: "2001:db8::1:8443" } }, { status: 403, code: 403 }],
  ["an allowed host at another port", { headers: { Host: "notes.example:81" } }, { status: 403, code: 403 }],
  [
    "a target at a host of somebody else",
    { target: "http://evil.example/api/mcp", headers: bare },
    { status: 403, code: 403 },
  ],
  [
    "a target at a host of somebody else, behind user info",
    { target: "http://localhost@evil.example/api/mcp", headers: bare },
    { status: 403, code: 403 },
  ],
  [
    "a target at a good host, with the header of another",
    { target: "http://localhost/api/mcp", headers: { ...bare, Host: "evil.example" } },
    { status: 403, code: 403 },
  ],
  [
    "an origin of somebody else",
    { target: "/nowhere", headers: { Origin: "http://evil.example" } },
    { status: 403, code: 403 },
  ],
  ["an empty origin", { headers: { Origin: "" } }, { status: 403, code: 403 }],
  [
    "two origins",
    { headers: { Origin: ["http://localhost", "http://evil.example"] } },
    { status: 403, code: 403 },
  ],
  [
    "a list of origins",
    { headers: { Origin: "http://localhost http://localhost" } },
    { status: 403, code: 403 },
  ],
  ["an opaque origin", { headers: { Origin: "null" } }, { status: 403, code: 403 }],
  [
    "an origin with a scheme of its own",
    { headers: { Origin: "file://localhost" } },
    { status: 403, code: 403 },
  ],
  [
    "an OAuth probe",
    { method: "GET", target: "/.well-known/oauth-authorization-server" },
    { status: 404, code: 404 },
  ],
  [
    "an OAuth probe with the path behind",
    { method: "GET", target: "/.well-known/oauth-protected-resource/api/mcp" },
    { status: 404, code: 404 },
  ],
  [
    "an OAuth probe under the endpoint",
    { method: "GET", target: "/api/mcp/.well-known/oauth-protected-resource" },
    { status: 404, code: 404 },
  ],
  [
    "an OpenID probe",
    { method: "GET", target: "/.well-known/openid-configuration" },
    { status: 404, code: 404 },
  ],
  [
    "an OpenID probe under the endpoint",
    { method: "GET", target: "/api/mcp/.well-known/openid-configuration" },
    { status: 404, code: 404 },
  ],
  ["a client that wants to register", { target: "/register" }, { status: 404, code: 404 }],
  ["a path that only starts well", { target: "/api/mcp/", headers: bare }, { status: 404, code: 404 }],
  [
    "a path that leads here in the end",
    { target: "/x/../api/mcp", headers: bare },
    { status: 404, code: 404 },
  ],
  ["a path in other signs", { target: "/api%2Fmcp", headers: bare }, { status: 404, code: 404 }],
  ["the server as a whole", { method: "OPTIONS", target: "*", headers: bare }, { status: 404, code: 404 }],
  ["an unknown path", { target: "/nowhere", method: "GET", headers: bare }, { status: 404, code: 404 }],

  ["GET", { method: "GET", headers: bare }, { status: 405, code: 405, headers: { allow: "POST" } }],
  ["DELETE", { method: "DELETE", headers: bare }, { status: 405, code: 405, headers: { allow: "POST" } }],
  ["OPTIONS", { method: "OPTIONS", headers: bare }, { status: 405, code: 405, headers: { allow: "POST" } }],
  ["TRACE", { method: "TRACE", headers: bare }, { status: 405, code: 405, headers: { allow: "POST" } }],
  ["PUT", { method: "PUT", headers: bare }, { status: 405, code: 405, headers: { allow: "POST" } }],
  ["no token", { headers: bare }, { status: 401, code: 401, headers: wanted('Bearer realm="notes"') }],
  [
    "another scheme",
    { headers: { ...bare, Authorization: "Basic YTpi" } },
    { status: 401, code: 401, headers: wanted('Bearer realm="notes"') },
  ],
  [
    "a scheme without token",
    { headers: { ...bare, Authorization: "Bearer " } },
    { status: 401, code: 401, headers: wanted('Bearer realm="notes"') },
  ],
  [
    "a revoked token",
    { headers: { ...bare, Authorization: "Bearer revoked" } },
    { status: 401, code: 401, headers: wanted('Bearer realm="notes", error="invalid_token"') },
  ],
  [
    "a token with a space",
    { headers: { ...bare, Authorization: "Bearer notes read" } },
    { status: 401, code: 401, headers: wanted('Bearer realm="notes", error="invalid_token"') },
  ],
  [
    "two tokens",
    { headers: { ...bare, Authorization: ["Bearer notes:read", "Bearer notes:write"] } },
    { status: 401, code: 401, headers: wanted('Bearer realm="notes", error="invalid_token"') },
  ],
  [
    "no content type",
    { headers: { "Content-Type": null, "Content-Length": "2000" } },
    { status: 415, code: 415 },
  ],
  [
    "another content type",
    { headers: { "Content-Type": "text/plain", "Content-Length": "2000" } },
    { status: 415, code: 415 },
  ],
  [
    "a content type that only starts well",
    { headers: { "Content-Type": "application/json-patch+json" } },
    { status: 415, code: 415 },
  ],
  [
    "a compressed body",
    { headers: { "Content-Encoding": "gzip" } },
    { status: 415, code: 415, headers: { "accept-encoding": "identity" } },
  ],
  [
    "a body compressed twice",
    { headers: { "Content-Encoding": "identity, gzip" } },
    { status: 415, code: 415, headers: { "accept-encoding": "identity" } },
  ],
  ["a body that is too large", { body: "x".repeat(1001) }, { status: 413, code: 413 }],
  ["a body that says it is too large", { headers: { "Content-Length": "1001" } }, { status: 413, code: 413 }],
  [
    "a body without declared length that is too large",
    {
      headers: { "Content-Length": null, "Transfer-Encoding": "chunked" },
      body: `400\r\n${"x".repeat(1024)}\r\n0\r\n\r\n`,
    },
    { status: 413, code: 413 },
  ],
  ["an empty body", {}, { status: 400, code: -32700 }],
  ["half a message", { body: ping.slice(0, -1) }, { status: 400, code: -32700 }],
  ["two messages", { body: ping + ping }, { status: 400, code: -32700 }],
  [
    "bytes that are no UTF-8",
    { body: Buffer.from('{"jsonrpc":"2.0","id":"\xe9","method":"ping"}', "latin1") },
    { status: 400, code: -32700 },
  ],
  ["a message behind a byte order mark", { body: `\ufeff${ping}` }, { status: 400, code: -32700 }],
  ["a message in UTF-16", { body: Buffer.from(`\ufeff${ping}`, "utf16le") }, { status: 400, code: -32700 }],
  ["a batch", { body: `[${ping}]` }, { status: 400, code: -32600 }],
  ["an empty batch", { body: "[]" }, { status: 400, code: -32600 }],
  ["a number", { body: "1" }, { status: 400, code: -32600 }],
  ["null", { body: "null" }, { status: 400, code: -32600 }],
  ["an object that is no message", { body: "{}" }, { status: 400, code: -32600 }],
  ["a null id", { body: '{"jsonrpc":"2.0","id":null,"method":"ping"}' }, { status: 400, code: -32600 }],
  [
    "an id that is an object",
    { body: '{"jsonrpc":"2.0","id":{},"method":"ping"}' },
    { status: 400, code: -32600 },
  ],
  [
    "an id that would be rounded",
    { body: '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}' },
    { status: 400, code: -32600 },
  ],
  [
    "an id beyond all numbers",
    { body: '{"jsonrpc":"2.0","id":1e999,"method":"ping"}' },
    { status: 400, code: -32600 },
  ],
  ["JSON-RPC 1.0", { body: '{"id":"a","method":"ping"}' }, { status: 400, code: -32600, id: "a" }],
  ["no method", { body: '{"jsonrpc":"2.0","id":"a"}' }, { status: 400, code: -32600, id: "a" }],
  [
    "a method that is no string",
    { body: '{"jsonrpc":"2.0","id":"a","method":1}' },
    { status: 400, code: -32600, id: "a" },
  ],
  [
    "params that are a list",
    { body: '{"jsonrpc":"2.0","id":"a","method":"ping","params":[]}' },
    { status: 400, code: -32600, id: "a" },
  ],
  [
    "a version that is not spoken",
    { body: ping, headers: { "MCP-Protocol-Version": "2099-01-01" } },
    { status: 400, code: -32600, id: 1 },
  ],
  [
    "two versions",
    { body: ping, headers: { "MCP-Protocol-Version": ["2025-11-25", "2025-06-18"] } },
    { status: 400, code: -32600, id: 1 },
  ],
];

describe("the gate refuses", () => {
  test.each(refusals)("%s", async (_, request, { status, code, id, headers = {} }) => {
    const answer = await once(served.url, requestBytes(served.url, request));
    const { jsonrpc, id: echoed, error } = JSON.parse(answer.body);
    expect({ status: answer.status, jsonrpc, id: echoed, code: error.code }).toEqual({
      status,
      jsonrpc: "2.0",
      id,
      code,
    });
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      ...headers,
    });
  });

  test("HEAD requests, without a body in the answer", async () => {
    const answer = await once(served.url, requestBytes(served.url, { method: "HEAD" }), { hasBody: false });
    expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
  });

  test("headers beyond 16 KiB", async () => {
    const answer = await once(
      served.url,
      requestBytes(served.url, { headers: { "X-Much": "x".repeat(20_000) } }),
    );
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([431, 431]);
  });

  test.each([
    ["no HTTP at all", "\x16\x03\x01\x00 TLS, perhaps\r\n\r\n"],
    [
      "two lengths",
      "POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}",
    ],
    [
      "a length and chunks",
      "POST /api/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    ],
  ])("%s", async (_, bytes) => {
    const answer = await once(served.url, bytes);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, 400]);
  });

  test("a body whose chunks are broken", async () => {
    const headers = { "Content-Length": null, "Transfer-Encoding": "chunked" };
    const answer = await once(served.url, requestBytes(served.url, { headers, body: "zz\r\n{}\r\n" }));
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([400, 400]);
  });
});

const passes: readonly [string, RawRequest][] = [
  ["a plain message", {}],
  ["any port of loopback", { headers: { Host: "LOCALHOST:9" } }],
  ["the IPv6 name of loopback", { headers: { Host: "[::1]:9" } }],
  ["an allowed host", { headers: { Host: "notes.example" } }],
  ["an allowed host with the port of https", { headers: { Host: "Notes.Example.:443" } }],
  ["an allowed host with the dot of the root, and a port", { headers: { Host: "notes.example.:8443" } }],
  ["loopback with the dot of the root", { headers: { Host: "localhost.:9" } }],
  ["an allowed IPv6 address", { headers: { Host: "[2001:db8::1]:8443" } }],
  ["an origin on an allowed host", { headers: { Origin: "https://notes.example" } }],
  ["an origin on loopback", { headers: { Origin: "http://localhost:5173" } }],
  ["an origin on loopback, by its IPv6 address", { headers: { Origin: "http://[::1]:5173" } }],
  ["an origin in capitals", { headers: { Origin: "HTTPS://NOTES.EXAMPLE" } }],
  ["an allowed origin", { headers: { Origin: "https://app.example" } }],
  ["a query", { target: "/api/mcp?session=1" }],
  ["a target that is a whole URL", { target: "http://localhost/api/mcp" }],
  ["a scheme in capitals", { headers: { Authorization: "BEARER   notes:read" } }],
  ["a charset", { headers: { "Content-Type": "Application/JSON ; charset=utf-8" } }],
  ["an Accept header that asks for something else", { headers: { Accept: "text/html" } }],
  ["an upgrade, which a server may ignore", { headers: { Connection: "Upgrade", Upgrade: "h2c" } }],
  [
    "trailers, which nobody reads",
    {
      headers: { "Content-Length": null, "Transfer-Encoding": "Chunked", Trailer: "Authorization" },
      body: `${ping.length.toString(16)};name=value\r\n${ping}\r\n0\r\nAuthorization: Bearer revoked\r\n\r\n`,
    },
  ],
  [
    "a body in chunks",
    {
      headers: { "Content-Length": null, "Transfer-Encoding": "chunked" },
      body: `${ping.length.toString(16)}\r\n${ping}\r\n0\r\n\r\n`,
    },
  ],
  [
    "a body in chunks of a byte each",
    {
      headers: { "Content-Length": null, "Transfer-Encoding": "chunked" },
      body: `${[...ping].map((letter) => `1\r\n${letter}\r\n`).join("")}0\r\n\r\n`,
    },
  ],
  ["the version 2025-11-25", { headers: { "MCP-Protocol-Version": "2025-11-25" } }],
  ["the version 2025-06-18", { headers: { "MCP-Protocol-Version": "2025-06-18" } }],
  ["the version 2025-03-26", { headers: { "MCP-Protocol-Version": "2025-03-26" } }],
];

describe("the gate lets through", () => {
  test.each(passes)("%s", async (_, request) => {
    const answer = await once(served.url, requestBytes(served.url, { body: ping, ...request }));
    expect([answer.status, answer.body]).toEqual([200, '{"jsonrpc":"2.0","id":1,"result":{}}']);
    expect(answer.headers).toMatchObject({
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
  });

  test.each([
    ["a notification", '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    ["an unknown notification", '{"jsonrpc":"2.0","method":"notifications/nonsense","params":{}}'],
    ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ["an error response", '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}'],
  ])("%s, which needs no answer", async (_, body) => {
    const answer = await once(served.url, requestBytes(served.url, { body }));
    expect([answer.status, answer.headers["content-length"], answer.body]).toEqual([202, "0", ""]);
  });

  test.each(["/healthz", "/register"])("GET %s, which the routes answer", async (path) => {
    const answer = await fetch(new URL(path, served.url));
    expect([answer.status, await answer.text()]).toEqual([200, "a page"]);
  });
});

test("a client that expects 100-continue gets it, or a refusal", async () => {
  const asking = { headers: { Expect: "100-continue" }, body: ping };
  expect((await once(served.url, requestBytes(served.url, asking))).status).toBe(100);
  const unknown = { headers: { ...asking.headers, Authorization: null }, body: ping };
  expect((await once(served.url, requestBytes(served.url, unknown))).status).toBe(401);
});

test("a client of HTTP/1.0 gets no 100 Continue", async () => {
  const asking = requestBytes(served.url, { headers: { Expect: "100-continue" }, body: ping });
  const answer = await once(served.url, asking.toString().replace("HTTP/1.1", "HTTP/1.0"));
  expect([answer.status, answer.headers.connection]).toEqual([200, "close"]);
});

test("another expectation is refused", async () => {
  const asking = { headers: { Expect: "200-ok" }, body: ping };
  const { status, body } = await once(served.url, requestBytes(served.url, asking));
  expect([status, JSON.parse(body).error.code]).toEqual([417, 417]);
});
