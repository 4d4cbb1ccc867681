/** Pages of other sites, which browsers allow to call and read only as the CORS headers say. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modernNotes } from "../test/support/wire/modern-notes.ts";
import { ModernNotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { once, type RawRequest, requestBytes } from "../test/support/wire/raw-http.ts";
import { type Served, serve } from "../test/support/wire/serving.ts";

let served: Served;

beforeAll(async () => {
  served = await serve({
    service: modernNotes,
    handlers: new ModernNotesHandlers(),
    limit: (token) =>
      token === "id-of-often" ? { allowed: false, retryAfterSeconds: 1 } : { allowed: true },
    hosts: ["notes.example"],
    origins: ["https://app.example"],
    maxBodyBytes: 1_000,
  });
});

afterAll(() => served.server.close());

const Origin = "https://app.example";
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const print = (progressToken: number) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "notes_print", _meta: { progressToken } },
  });

/** Sends a request and returns the status and the CORS headers of the answer. */
async function shared(request: RawRequest) {
  const { status, headers } = await once(served.url, requestBytes(served.url, request));
  const names = Object.keys(headers).filter((name) => name.startsWith("access-control-") || name === "vary");
  return [status, Object.fromEntries(names.map((name) => [name, headers[name]]))];
}

describe("a page of a listed origin may read", () => {
  test.each<[string, RawRequest, number]>([
    ["an answer", { body: ping }, 200],
    ["a stream of events", { body: print(1), headers: { Accept: "text/event-stream" } }, 200],
    ["that a notification was taken", { body: '{"jsonrpc":"2.0","method":"notifications/x"}' }, 202],
    ["that its message is none", { body: "{" }, 400],
    ["that it needs a token", { body: ping, headers: { Authorization: null } }, 401],
    ["that this is no page", { method: "GET" }, 405],
    ["that OPTIONS alone asks nothing", { method: "OPTIONS" }, 405],
    ["that it sends too much", { body: " ".repeat(1_001) }, 413],
    ["that it asks too often", { body: ping, headers: { Authorization: "Bearer often" } }, 429],
  ])("%s", async (_, request, status) => {
    const headers = { ...request.headers, Origin };
    expect(await shared({ ...request, headers })).toEqual([
      status,
      {
        "access-control-allow-origin": Origin,
        "access-control-expose-headers":
          "WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, Mcp-Session-Id",
        vary: "Origin",
      },
    ]);
  });
});

const asking = {
  Authorization: null,
  "Content-Type": null,
  "Access-Control-Request-Method": "POST",
};

describe("a preflight request", () => {
  test("allows a page of a listed origin to call, with the requested headers", async () => {
    const wanted = "authorization,content-type, mcp-protocol-version";
    const headers = { ...asking, Origin, "Access-Control-Request-Headers": wanted };
    expect(await shared({ method: "OPTIONS", headers })).toEqual([
      204,
      {
        "access-control-allow-origin": Origin,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": wanted,
        "access-control-max-age": "7200",
        vary: "Origin",
      },
    ]);
  });

  test("does not repeat invalid header names", async () => {
    const headers = { ...asking, Origin, "Access-Control-Request-Headers": "a b; c" };
    const [status, said] = await shared({ method: "OPTIONS", headers });
    expect([status, said]).toEqual([
      204,
      expect.not.objectContaining({ "access-control-allow-headers": "a b; c" }),
    ]);
  });

  test.each([
    ["from a host of ours, which has no page that calls", "https://notes.example", 405],
    ["from loopback", "http://localhost:5173", 405],
    ["from elsewhere", "https://evil.example", 403],
  ])("%s gets no CORS headers", async (_, origin, status) => {
    expect(await shared({ method: "OPTIONS", headers: { ...asking, Origin: origin } })).toEqual([status, {}]);
  });
});

test.each([
  ["a request without Origin", {}],
  ["a page on loopback", { Origin: "http://localhost:5173" }],
])("the answer to %s has no CORS headers", async (_, headers) => {
  expect(await shared({ body: ping, headers })).toEqual([200, {}]);
});
