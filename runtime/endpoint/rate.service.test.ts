/** The request rate: what counts, and what a 429 contains. */
import type { McpServerOptions, RateVerdict, Service } from "@toolwright/runtime";
import { describe, expect, onTestFinished, test } from "vitest";
import { notes } from "../test/support/wire/notes.ts";
import { once, requestBytes } from "../test/support/wire/raw-http.ts";
import { post, rpc } from "../test/support/wire/rpc.ts";
import { serve } from "../test/support/wire/serving.ts";

const ping = '{"jsonrpc":"2.0","id":"p","method":"ping"}';
const start = Date.UTC(2026, 0, 1);

/** The notes allow 5 requests in 60 s. The clock stands still until it is moved. */
async function serveAt(options: Partial<McpServerOptions> = {}) {
  const clock = { ms: start };
  const { server, url } = await serve({ now: () => clock.ms, ...options });
  onTestFinished(() => server.close());
  const statusOf = async (body: string, token?: string) => (await post(url, body, token)).status;
  return { clock, url, statusOf };
}

test("the first request above the rate gets 429 with its id and Retry-After", async () => {
  const { clock, url, statusOf } = await serveAt();
  for (let sent = 0; sent < 5; sent++) expect(await statusOf(ping)).toBe(200);
  clock.ms += 42_500;
  const { status, headers, message } = await post(url, ping);
  expect({ status, message }).toEqual({
    status: 429,
    message: {
      jsonrpc: "2.0",
      id: "p",
      error: { code: 429, message: "Too many requests. Try again in 18 s.", data: { retryAfterSeconds: 18 } },
    },
  });
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/json",
    "retry-after": "18",
    "ratelimit-policy": '"pat";q=5;w=60',
    ratelimit: '"pat";r=0;t=18',
  });
});

test("a window opens with the first request and lasts as long as its rule says", async () => {
  const { clock, statusOf } = await serveAt();
  const sendFive = async () => {
    for (let sent = 0; sent < 5; sent++) expect(await statusOf(ping)).toBe(200);
  };
  await sendFive();
  clock.ms += 59_999;
  expect(await statusOf(ping)).toBe(429);
  clock.ms += 1;
  await sendFive();
  expect(await statusOf(ping)).toBe(429);
});

test("a clock that is set back opens new windows instead of keeping clients out until it catches up", async () => {
  const { clock, url, statusOf } = await serveAt();
  for (let sent = 0; sent < 6; sent++) await statusOf(ping);
  clock.ms -= 24 * 3_600_000;
  for (let sent = 0; sent < 5; sent++) expect(await statusOf(ping)).toBe(200);
  const { status, headers } = await post(url, ping);
  expect([status, headers.get("retry-after")]).toEqual([429, "60"]);
});

test("every token has a window of its own", async () => {
  const { statusOf } = await serveAt();
  for (let sent = 0; sent < 6; sent++) await statusOf(ping, "notes:read");
  expect([await statusOf(ping, "notes:read"), await statusOf(ping, "notes:write")]).toEqual([429, 200]);
});

test("a rate of accounts counts the requests of all tokens of one together", async () => {
  const rate = { name: "request_rate", max: 2, seconds: 60, per: "account" } as const;
  const { url, statusOf } = await serveAt({
    service: { ...notes, rate },
    authenticate: ({ token }) => {
      const [account = ""] = token.split("-");
      return { account, token, scopes: new Set(["notes:read"]) };
    },
  });
  const statuses: number[] = [];
  for (const token of ["ana-1", "ana-2", "ben-1", "ana-2", "ben-2", "ana-1", "ben-1"])
    statuses.push(await statusOf(ping, token));
  expect(statuses).toEqual([200, 200, 200, 429, 200, 429, 429]);
  const { headers } = await post(url, ping, "ana-3");
  expect([headers.get("ratelimit-policy"), headers.get("ratelimit")]).toEqual([
    '"account";q=2;w=60',
    '"account";r=0;t=60',
  ]);
});

describe("requests that the rate counts", () => {
  test.each([
    ["a request", ping],
    ["a request with an unknown method", '{"jsonrpc":"2.0","id":1,"method":"nonsense"}'],
    ["a body that does not parse", "{"],
    ["a batch", `[${ping}]`],
    ["a null id", '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
    ["a response", '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ["a notification", '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
  ])("%s: %s", async (_, body) => {
    const { statusOf } = await serveAt();
    for (let sent = 0; sent < 5; sent++) expect(await statusOf(body)).not.toBe(429);
    expect([await statusOf(body), await statusOf(ping)]).toEqual([429, 429]);
  });

  test.each([
    ["without token", { headers: { Authorization: null } }],
    ["with another method", { method: "GET" }],
    ["with another content type", { headers: { "Content-Type": "text/plain" } }],
    ["from another origin", { headers: { Origin: "http://evil.example" } }],
  ])("a request %s is not counted", async (_, request) => {
    const { url, statusOf } = await serveAt();
    for (let sent = 0; sent < 5; sent++) await once(url, requestBytes(url, { body: ping, ...request }));
    expect(await statusOf(ping)).toBe(200);
  });
});

test("above the rate only small messages are read, for the id of the answer", async () => {
  const { url, statusOf } = await serveAt();
  for (let sent = 0; sent < 5; sent++) await statusOf(ping);
  const idOf = async (body: string) => {
    const { status, message } = await post(url, body);
    return [status, message.id];
  };
  const padded = (bytes: number) => `{"jsonrpc":"2.0","id":"p","method":"${"x".repeat(bytes)}"}`;
  expect(await idOf(padded(16_000))).toEqual([429, "p"]);
  expect(await idOf(padded(16_384))).toEqual([429, undefined]);
  expect(await idOf("{")).toEqual([429, undefined]);
});

describe("a rate that limit() decides", () => {
  const verdict: RateVerdict = { allowed: false, retryAfterSeconds: 7 };
  test.each([
    ["at once", () => verdict],
    ["after a while", async () => verdict],
  ])("limits requests %s, by the id of the token", async (_, decide) => {
    const asked: string[] = [];
    const { url } = await serveAt({
      limit(key) {
        asked.push(key);
        return decide();
      },
    });
    const { status, headers } = await rpc(url, "ping");
    expect([status, headers.get("retry-after"), asked]).toEqual([429, "7", ["id-of-notes:read"]]);
  });

  test("does not exist if neither the spec nor the server sets one", async () => {
    const { rate: _, ...unlimited } = notes;
    const service: Service = { ...unlimited, rate: undefined };
    const { statusOf } = await serveAt({ service });
    for (let sent = 0; sent < 20; sent++) expect(await statusOf(ping)).toBe(200);
  });
});

describe("a server whose parts fail answers 500, logs why and goes on", () => {
  const cause = new Error("The database with secret-4 is gone.");
  const fails = () => {
    throw cause;
  };
  test.each([
    ["authenticate() throws", { authenticate: fails }],
    ["authenticate() rejects", { authenticate: async () => fails() }],
    ["limit() throws", { limit: fails }],
    ["limit() rejects", { limit: async () => fails() }],
  ])("%s", async (_, options) => {
    const { server, url, logged } = await serve(options);
    onTestFinished(() => server.close());
    const { status, message } = await rpc(url, "ping");
    expect([status, message.error.code]).toEqual([500, 500]);
    expect(message.error.message).not.toContain("secret-4");
    expect(logged).toEqual([
      { level: "error", entry: { event: "request_broke", method: "POST", error: cause } },
    ]);
  });

  test.each([
    ["throw", () => fails()],
    ["reject", async () => fails()],
  ])("routes that %s", async (_, routes) => {
    const { server, url } = await serve({ routes });
    onTestFinished(() => server.close());
    expect((await fetch(new URL("/page", url))).status).toBe(500);
    expect((await rpc(url, "ping")).status).toBe(200);
  });
});

describe("a rate of single tools", () => {
  const rates = [{ name: "writing", max: 2, seconds: 1.5 }];
  const service: Service = {
    ...notes,
    tools: notes.tools.map((tool) =>
      ["notes_get", "notes_edit"].includes(tool.name) ? { ...tool, rates } : tool,
    ),
  };
  const call = (name: string) =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: "c",
      method: "tools/call",
      params: { name, arguments: { id: "1" } },
    });

  test("counts the calls of its tools together, whatever becomes of them, and no other request", async () => {
    const { url, statusOf } = await serveAt({ service });
    expect([
      await statusOf(call("notes_get")),
      await statusOf(ping),
      await statusOf(call("notes_edit")),
    ]).toEqual([200, 200, 200]);
    const { status, headers, message } = await post(url, call("notes_get"));
    expect({ status, message }).toEqual({
      status: 429,
      message: {
        jsonrpc: "2.0",
        id: "c",
        error: {
          code: 429,
          message: "Too many calls of this tool. Try again in 2 s.",
          data: { retryAfterSeconds: 2 },
        },
      },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      "retry-after": "2",
      "ratelimit-policy": '"pat-tool";q=2;w=1.5',
      ratelimit: '"pat-tool";r=0;t=2',
    });
    expect(await statusOf(call("notes_ping"))).toBe(200);
  });

  test("has a window of its own for each token, and opens the next one", async () => {
    const { clock, statusOf } = await serveAt({ service });
    for (let sent = 0; sent < 2; sent++) await statusOf(call("notes_get"));
    expect([await statusOf(call("notes_get")), await statusOf(call("notes_get"), "notes:write")]).toEqual([
      429, 200,
    ]);
    clock.ms += 1_500;
    expect(await statusOf(call("notes_get"))).toBe(200);
  });

  test("is counted by limit() if the server has it for the rate", async () => {
    const asked: string[] = [];
    const { statusOf } = await serveAt({
      service,
      toolLimit:
        ({ name }) =>
        async (key) => {
          asked.push(`${name} ${key}`);
          return { allowed: false, retryAfterSeconds: 7 };
        },
    });
    expect([await statusOf(call("notes_edit")), asked]).toEqual([429, ["writing id-of-notes:read"]]);
  });
});
