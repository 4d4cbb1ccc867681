/** Streams on which clients hear of changes, and log messages: in both generations of MCP, over `fetch`, `node:http` and stdio. */
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import {
  createChanges,
  createMcpHandler,
  createMcpServer,
  type Service,
  serveStdio,
} from "@toolwright/runtime";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { service as plain } from "./fixtures/resources/want/tools.ts";
import { unimplemented } from "./fixtures/resources/want/unimplemented.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const notifications = ["tools", "prompts", "resources", "updates", "log"] as const;
const service: typeof plain = { ...plain, server: { ...plain.server, notifications } };
const handlers: typeof unimplemented = {
  ...unimplemented,
  ping(_, call) {
    call.log("debug", "small");
    call.log("warning", { n: 1 }, "pings");
    return [];
  },
};

let changes: ReturnType<typeof createChanges>;
let revoked: Set<string>;
let post: (body: object, headers?: Record<string, string>, method?: string) => Promise<Response>;
let end: () => void;

/** Serves over `fetch`, or over `node:http`. */
async function serve(carrier: "fetch" | "node", served: Service = service) {
  changes = createChanges();
  revoked = new Set();
  const endpoint = createMcpHandler(served as typeof service, {
    handlers,
    changes,
    log: silent,
    limit: () => ({ allowed: true }),
    authenticate({ token }) {
      const [account = "", ...scopes] = token.split(",");
      return revoked.has(token) ? undefined : { account, token, scopes: new Set(scopes) };
    },
  });
  const server = carrier === "node" ? createMcpServer(endpoint) : undefined;
  const url = (await server?.listen(0)) ?? "http://localhost/mcp";
  onTestFinished(() => server?.close());
  post = (body, headers = {}, method = "POST") => {
    const init = {
      method,
      headers: {
        ...(method === "POST" && { "Content-Type": "application/json" }),
        Accept: "application/json, text/event-stream",
        Authorization: "Bearer ana,notes:read",
        ...headers,
      },
      ...(method === "POST" && { body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...body }) }),
    };
    return server ? fetch(url, init) : endpoint.fetch(new Request(url, init));
  };
  end = endpoint.endStreams;
}

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};
const modern = (method: string) => ({ "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method });
const listen = (notifications: unknown, headers = {}) =>
  post(
    { id: "s1", method: "subscriptions/listen", params: { _meta: meta, notifications } },
    { ...modern("subscriptions/listen"), ...headers },
  );

/** The events of a stream, and its comments as `:`. */
async function* events(response: Response) {
  let rest = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts)
      yield part === ":" ? ":" : JSON.parse(part.replace(/^event: message\ndata: /, ""));
  }
}

const tag = { _meta: { "io.modelcontextprotocol/subscriptionId": "s1" } };
const told = (method: string, params: object = {}) => ({ jsonrpc: "2.0", method, params });
const acknowledged = (notifications: object) =>
  told("notifications/subscriptions/acknowledged", { ...tag, notifications });
const guide = "notes://guide";

describe.each(["fetch", "node"] as const)("over %s", (carrier) => {
  beforeEach(() => serve(carrier));

  test("notifies a client of the changes that it asked for and may read", async () => {
    const wanted = {
      toolsListChanged: true,
      promptsListChanged: false,
      resourceSubscriptions: [guide, "notes://note/n1", "notes://nowhere", 7],
    };
    const response = await listen(wanted);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    const heard = events(response);
    const readable = [guide, "notes://note/n1"];
    expect((await heard.next()).value).toEqual(
      acknowledged({ toolsListChanged: true, resourceSubscriptions: readable }),
    );
    changes.listChanged("prompts");
    changes.listChanged("resources");
    changes.resourceUpdated("notes://note/n2");
    changes.resourceUpdated("notes://note/n1", ({ account }) => account === "bob");
    changes.listChanged("tools");
    changes.resourceUpdated("notes://note/n1", ({ account }) => account === "ana");
    expect((await heard.next()).value).toEqual(told("notifications/tools/list_changed", tag));
    expect((await heard.next()).value).toEqual(
      told("notifications/resources/updated", { ...tag, uri: "notes://note/n1" }),
    );
    end();
    const result = { resultType: "complete", _meta: expect.objectContaining(tag._meta) };
    expect((await heard.next()).value).toEqual({ jsonrpc: "2.0", id: "s1", result });
    expect((await heard.next()).done).toBe(true);
  });

  test("notifies a client of MCP 2025-11-25 of lists and subscribed resources", async () => {
    const subscribing = async (method: string, uri: unknown, headers = {}) =>
      (await post({ method, params: { uri } }, headers)).json();
    const heard = events(await post({}, {}, "GET"));
    expect((await heard.next()).value).toBe(":");
    expect((await subscribing("resources/subscribe", "notes://note/n1")).result).toEqual({});
    const scopeless = { Authorization: "Bearer ana" };
    expect((await subscribing("resources/subscribe", "notes://note/n1", scopeless)).error.code).toBe(-32002);
    expect((await subscribing("resources/subscribe", 7)).error.code).toBe(-32602);
    changes.resourceUpdated("notes://note/n2");
    changes.resourceUpdated("notes://note/n1");
    expect((await heard.next()).value).toEqual(
      told("notifications/resources/updated", { uri: "notes://note/n1" }),
    );
    await subscribing("resources/unsubscribe", "notes://note/n1");
    changes.resourceUpdated("notes://note/n1");
    changes.listChanged("prompts");
    expect((await heard.next()).value).toEqual(told("notifications/prompts/list_changed"));
    end();
    expect((await heard.next()).done).toBe(true);
  });

  test("allows 20 open streams for an account", async () => {
    const open = await Promise.all(Array.from({ length: 20 }, () => listen({})));
    expect((await listen({}, { Authorization: "Bearer bob,notes:read" })).status).toBe(200);
    const refused = [await listen({}), await post({}, { Authorization: "Bearer ana" }, "GET")];
    expect(refused.map(({ status }) => status)).toEqual([429, 429]);
    await open[0]?.body?.cancel();
    await vi.waitFor(async () => expect((await listen({})).status).toBe(200));
    end();
  });
});

test("allows 10,000 open streams for all accounts together", async () => {
  await serve("fetch");
  const own = (n: number) => ({ Authorization: `Bearer account${n},notes:read` });
  const open: Response[] = [];
  for (let n = 0; n < 10_000; n += 1) open.push(await listen({}, own(Math.floor(n / 20))));
  expect(open.every(({ status }) => status === 200)).toBe(true);
  const refused = [await listen({}, own(500)), await post({}, own(500), "GET")];
  expect(refused.map(({ status }) => status)).toEqual([503, 503]);
  expect((await refused[0]!.json()).error.message).toContain("Try again in a minute");
  expect((await listen({}, own(0))).status).toBe(429);
  await open[0]?.body?.cancel();
  await vi.waitFor(async () => expect((await listen({}, own(500))).status).toBe(200));
  end();
});

describe("every 15 seconds", () => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    await serve("fetch");
  });
  afterEach(() => vi.useRealTimers());

  test("keeps a stream alive, and ends it when its token is no longer valid", async () => {
    const heard = [events(await listen({})), events(await post({}, {}, "GET"))];
    await Promise.all(heard.map((each) => each.next()));
    await vi.advanceTimersByTimeAsync(15_000);
    for (const each of heard) expect((await each.next()).value).toBe(":");
    revoked.add("ana,notes:read");
    await vi.advanceTimersByTimeAsync(15_000);
    const rest = await Promise.all(heard.map((each) => Array.fromAsync(each)));
    expect(rest).toEqual([[":", expect.objectContaining({ id: "s1" })], [":"]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends a stream after half an hour", async () => {
    const heard = events(await listen({}));
    await vi.advanceTimersByTimeAsync(30 * 60_000 - 1);
    changes.listChanged("tools");
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(vi.getTimerCount()).toBe(0);
    expect((await Array.fromAsync(heard)).at(-1)).toMatchObject({ id: "s1", result: {} });
  });
});

test.each([
  ["says nothing", undefined, {}, -32602],
  ["names too many resources", { resourceSubscriptions: Array(101).fill(guide) }, {}, -32602],
  ["names resources that are no list", { resourceSubscriptions: guide }, {}, -32602],
  ["takes no stream", {}, { Accept: "application/json" }, -32602],
])("rejects a stream of a client that %s", async (_, wanted, headers, code) => {
  await serve("fetch");
  expect((await (await listen(wanted, headers)).json()).error.code).toBe(code);
});

test("a service without notifications rejects streams with a reason", async () => {
  await serve("fetch", plain);
  expect((await listen({})).status).toBe(404);
  expect((await post({}, {}, "GET")).status).toBe(405);
  for (const method of ["resources/subscribe", "logging/setLevel"])
    expect((await (await post({ method, params: {} })).json()).error.code).toBe(-32601);
});

test.each(["initialize", "server/discover"])("%s declares the notifications of a service", async (method) => {
  await serve("fetch");
  const isModern = method === "server/discover";
  const params = isModern ? { _meta: meta } : { protocolVersion: "2025-11-25", capabilities: {} };
  const answer = await post({ method, params }, isModern ? modern(method) : {});
  expect((await answer.json()).result.capabilities).toMatchObject({
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: true },
    prompts: { listChanged: true },
    logging: {},
    completions: {},
  });
});

describe("log messages", () => {
  beforeEach(() => serve("fetch"));
  const warning = told("notifications/message", { level: "warning", logger: "pings", data: { n: 1 } });
  const debug = told("notifications/message", { level: "debug", data: "small" });
  const ping = async (logLevel?: string) => {
    const name = plain.tools.find(({ method }) => method === "ping")!.name;
    const _meta = { ...meta, "io.modelcontextprotocol/logLevel": logLevel };
    const params = { name, arguments: {}, ...(logLevel !== undefined && { _meta }) };
    const headers = logLevel === undefined ? {} : { ...modern("tools/call"), "Mcp-Name": name };
    const response = await post({ method: "tools/call", params }, headers);
    if (response.headers.get("content-type") !== "text/event-stream") return [];
    return (await Array.fromAsync(events(response))).slice(0, -1);
  };

  test.each([
    ["debug", [debug, warning]],
    ["warning", [warning]],
    ["error", []],
    ["loud", []],
  ])("sends log messages for a call of MCP 2026-07-28 with %s", async (level, messages) => {
    expect(await ping(level)).toEqual(messages);
  });

  test("lets a client of MCP 2025-11-25 set its log level", async () => {
    const setLevel = async (level: unknown) =>
      (await post({ method: "logging/setLevel", params: { level } })).json();
    expect(await ping()).toEqual([warning]);
    expect((await setLevel("debug")).result).toEqual({});
    expect(await ping()).toEqual([debug, warning]);
    expect((await setLevel("emergency")).result).toEqual({});
    expect(await ping()).toEqual([]);
    expect((await setLevel("loud")).error.code).toBe(-32602);
  });
});

test("notifies a client over stdio in both ways, and lets it cancel", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  changes = createChanges();
  const options = { handlers, changes, log: silent, input, output };
  const ended = serveStdio({ service, ...options });
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await lines.next()).value ?? "null");
  const params = { _meta: meta, notifications: { toolsListChanged: true } };
  send({ id: "s1", method: "subscriptions/listen", params });
  expect(await next()).toEqual(acknowledged({ toolsListChanged: true }));
  changes.listChanged("tools");
  expect(await next()).toEqual(told("notifications/tools/list_changed", tag));
  send({ method: "notifications/cancelled", params: { requestId: "s1" } });
  send({ id: 2, method: "resources/subscribe", params: { uri: guide } });
  expect((await next()).id).toBe(2);
  send({ method: "notifications/initialized" });
  send({ id: 3, method: "ping" });
  expect((await next()).id).toBe(3);
  changes.listChanged("tools");
  changes.resourceUpdated(guide);
  expect(await next()).toEqual(told("notifications/tools/list_changed"));
  expect(await next()).toEqual(told("notifications/resources/updated", { uri: guide }));
  input.end();
  await ended;
});
