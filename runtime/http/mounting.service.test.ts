/** A handler inside a server of somebody else: which requests it answers, and from where. */
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { getRequestListener } from "@hono/node-server";
import {
  createMcpHandler,
  createMcpServer,
  type LogEntry,
  type McpHandlerOptions,
} from "@toolwright/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { notes } from "../test/support/wire/notes.ts";
import { callerOf, NotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { requestBytes, once as sendBytes } from "../test/support/wire/raw-http.ts";

const logged: LogEntry[] = [];
const log = { info() {}, warn() {}, error: (entry: LogEntry) => void logged.push(entry) };
const servers: Server[] = [];

afterEach(() => {
  logged.length = 0;
  for (const server of servers.splice(0)) server.close();
});

function handler(options: Partial<McpHandlerOptions> = {}, service = notes) {
  return createMcpHandler(service, {
    handlers: new NotesHandlers(),
    authenticate: ({ token }) => callerOf(token),
    log,
    ...options,
  });
}

async function served(listener: RequestListener, host = "127.0.0.1"): Promise<URL> {
  const server = createServer(listener).listen(0, host);
  servers.push(server);
  await once(server, "listening");
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`);
}

const ping = {
  method: "POST",
  headers: { "Content-Type": "application/json", Authorization: "Bearer notes:read" },
  body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
};

describe("fetch reads a body up to the limit", () => {
  const chunk = new Uint8Array(64 * 1024).fill(0x20);

  test.each([
    ["a length that is too small", { "Content-Length": "10" }],
    ["the length 0", { "Content-Length": "0" }],
    ["a length that is no number", { "Content-Length": "ten" }],
    ["no length", {}],
  ])("with %s", async (_, length) => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        if (sent > 100_000_000) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const request = { ...ping, headers: { ...ping.headers, ...length }, body, duplex: "half" };
    const { fetch } = handler({ maxBodyBytes: 1_000_000 });
    expect((await fetch(new Request("http://localhost/api/mcp", request))).status).toBe(413);
    expect(sent).toBeLessThan(1_200_000);
  });

  test.each<[string, Record<string, string>, number, string[]]>([
    [
      "as a whole, if its length is small",
      { "Content-Length": String(ping.body.length) },
      200,
      ["arrayBuffer"],
    ],
    ["in chunks, without a length", {}, 200, ["body"]],
    ["in chunks, if its length is large", { "Content-Length": "900000" }, 200, ["body"]],
    ["not at all, if its length exceeds the limit", { "Content-Length": "1000001" }, 413, []],
  ])("from a server on node:http, %s", async (_, length, status, read) => {
    const headers = { ...ping.headers, ...length };
    const { request, reads } = requestOfServer(new Request("http://localhost/api/mcp", { ...ping, headers }));
    expect((await handler({ maxBodyBytes: 1_000_000 }).fetch(request)).status).toBe(status);
    expect(reads).toEqual(read);
  });

  test("from Hono's server for Node, without creating a `Request`", async () => {
    let isCreated: boolean | undefined;
    const { fetch: answer } = handler({ maxBodyBytes: 100_000 });
    const listener = getRequestListener(
      async (request) => {
        const response = await answer(request);
        isCreated = !inspect(request).includes("nativeRequest: undefined");
        return response;
      },
      { overrideGlobalObjects: false },
    );
    const url = await served(listener);
    expect([(await fetch(url, ping)).status, isCreated]).toEqual([200, false]);
    const chunked = { ...ping, body: new Blob([" ".repeat(100_001)]).stream(), duplex: "half" } as const;
    expect([(await fetch(url, chunked)).status, isCreated]).toEqual([413, true]);
  });
});

/** A request as servers on node:http pass it: an object that reads the message itself. Records how its body is read. */
function requestOfServer(real: Request): { request: Request; reads: string[] } {
  const reads: string[] = [];
  const { method, url, headers, signal } = real;
  const request: Request = Object.create(Object.create(Request.prototype), {
    ...Object.fromEntries(
      Object.entries({ method, url, headers, signal, bodyUsed: false }).map(([name, value]) => [
        name,
        { value },
      ]),
    ),
    arrayBuffer: {
      value() {
        reads.push("arrayBuffer");
        return real.arrayBuffer();
      },
    },
    body: {
      get() {
        reads.push("body");
        return real.body;
      },
    },
  });
  return { request, reads };
}

describe("the challenge of OpenAI's portal", () => {
  const path = "/.well-known/openai-apps-challenge";
  const options = { openaiAppsChallenge: "token-7" };

  test("is answered with the token alone, over fetch and node:http, where the server has one", async () => {
    const mcp = handler(options);
    const { origin } = await served((request, response) =>
      mcp.node(request, response, () => response.end("next")),
    );
    for (const answer of [
      await mcp.fetch(new Request(`http://localhost${path}`)),
      await fetch(origin + path),
    ]) {
      expect([answer.status, answer.headers.get("content-type"), await answer.text()]).toEqual([
        200,
        "text/plain; charset=utf-8",
        "token-7",
      ]);
    }
    expect(await (await mcp.fetch(new Request(`http://localhost${path}`, { method: "HEAD" }))).text()).toBe(
      "",
    );
    expect((await mcp.fetch(new Request(`http://localhost${path}`, ping))).status).toBe(405);
    expect((await mcp.fetch(new Request(`http://evil.example${path}`))).status).toBe(403);
  });

  test("is answered by our own server", async () => {
    const server = createMcpServer(handler(options));
    const { origin } = new URL(await server.listen(0));
    expect(await (await fetch(origin + path)).text()).toBe("token-7");
    await server.close(0);
  });

  test("is left to others where the server has none", () => {
    expect(handler().handle(new Request(`http://localhost${path}`))).toBeUndefined();
  });
});

test("createMcpServer refuses a handler whose fetch was replaced, instead of ignoring it", () => {
  const mcp = handler();
  const wrapped = { ...mcp, fetch: (request: Request) => mcp.fetch(request) };
  expect(() => createMcpServer(wrapped)).toThrow(/as createMcpHandler of the same package returned it/);
});

describe("other paths", () => {
  test("are not answered: handle() returns undefined, node() calls next()", async () => {
    const mcp = handler();
    expect(mcp.handle(new Request("http://localhost/healthz"))).toBeUndefined();
    expect((await mcp.handle(new Request("http://localhost/api/mcp?a=b", ping)))?.status).toBe(200);
    const url = await served((request, response) =>
      mcp.node(request, response, () => response.end("a page")),
    );
    expect(await (await fetch(new URL("/healthz", url))).text()).toBe("a page");
    expect(await (await fetch(url, ping)).json()).toMatchObject({ result: {} });
  });

  test("of OAuth are not refused, since another part of the server may answer them", async () => {
    const mcp = handler();
    const url = await served((request, response) =>
      mcp.node(request, response, () => response.end("metadata")),
    );
    const metadata = await fetch(new URL("/.well-known/oauth-protected-resource", url));
    expect(await metadata.text()).toBe("metadata");
  });

  test("get 404 if no other handler follows", async () => {
    const mcp = handler();
    const url = await served((request, response) => mcp.node(request, response));
    expect((await fetch(new URL("/healthz", url))).status).toBe(404);
    expect((await mcp.fetch(new Request("http://localhost/healthz"))).status).toBe(404);
  });
});

test("a router may have taken a prefix of the path away", async () => {
  const mcp = handler();
  const url = await served((request, response) => {
    Object.assign(request, { originalUrl: request.url, url: "/mcp" });
    mcp.node(request, response);
  });
  expect((await fetch(url, ping)).status).toBe(200);
});

test("several services share a process, each under its path", async () => {
  const tasks = handler({ path: "/tasks" }, { ...notes, server: { ...notes.server, name: "tasks" } });
  const all = [handler(), tasks];
  const initialize = {
    ...ping,
    body: '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
  };
  const names = await Promise.all(
    ["/api/mcp", "/tasks"].map(async (path) => {
      const request = new Request(`http://localhost${path}`, initialize);
      const answers = await Promise.all(all.map((mcp) => mcp.handle(request.clone())));
      return Promise.all(answers.flatMap((answer) => answer?.json() ?? []));
    }),
  );
  expect(names.flat().map(({ result }) => result.serverInfo.name)).toEqual(["notes", "tasks"]);
});

describe("Host", () => {
  const send = (host: string, options: Partial<McpHandlerOptions> = {}, origin?: string) => {
    const headers = { ...ping.headers, Host: host, ...(origin && { Origin: origin }) };
    return handler(options).fetch(new Request("http://localhost/api/mcp", { ...ping, headers }));
  };
  const publicUrl = "https://notes.example";

  test.each([
    ["without publicUrl", "localhost:3000", {}, 200],
    ["without publicUrl", "notes.example", {}, 403],
    ["with it", "notes.example", { publicUrl }, 200],
    ["with it", "localhost", { publicUrl }, 403],
    ["with another host", "inner:8080", { publicUrl, hosts: ["inner:8080"] }, 200],
  ])("%s, %s", async (_, host, options, status) => {
    expect((await send(host, options)).status).toBe(status);
  });

  test("is read from the URL if the platform has no Host header", async () => {
    const { fetch } = handler();
    expect((await fetch(new Request("http://evil.example/api/mcp", ping))).status).toBe(403);
    expect((await fetch(new Request("http://[::1]:80/api/mcp", ping))).status).toBe(200);
  });

  test("must be the host of the Origin, too", async () => {
    expect((await send("notes.example", { publicUrl }, "https://notes.example")).status).toBe(200);
    expect((await send("notes.example", { publicUrl }, "https://evil.example")).status).toBe(403);
  });

  test("is refused if it is sent twice or not at all, over node:http", async () => {
    const mcp = handler();
    const url = await served((request, response) => mcp.node(request, response));
    const statusOf = async (host: string[] | null) =>
      (await sendBytes(url, requestBytes(url, { headers: { Host: host }, body: ping.body }))).status;
    expect(await statusOf(["localhost", "localhost"])).toBe(400);
    expect(await statusOf(["localhost"])).toBe(200);
  });
});

test("without publicUrl, requests through a network are refused, with every Host", async () => {
  const socket = { localAddress: "192.0.2.7", remoteAddress: "192.0.2.8", bytesRead: 0 };
  const closed = handler();
  const open = handler({ publicUrl: "http://localhost:80" });
  const through = (mcp: typeof closed) =>
    served((request, response) => {
      Object.defineProperty(request, "socket", { value: socket });
      mcp.node(request, response);
    });
  expect((await fetch(await through(closed), ping)).status).toBe(403);
  expect((await fetch(await through(open), { ...ping, headers: { ...ping.headers } })).status).toBe(403);
  const url = await through(open);
  const bytes = requestBytes(url, { headers: { Host: "localhost" }, body: ping.body });
  expect((await sendBytes(url, bytes)).status).toBe(200);
});

describe("a body that something else has read is answered 500, and logged", () => {
  test("over node:http", async () => {
    const mcp = handler();
    const url = await served((request, response) => {
      request.resume().on("end", () => mcp.node(request, response));
    });
    expect((await fetch(url, ping)).status).toBe(500);
    expect(logged).toMatchObject([{ event: "body_lost" }]);
  });

  test("through fetch", async () => {
    const request = new Request("http://localhost/api/mcp", ping);
    await request.text();
    expect((await handler().fetch(request)).status).toBe(500);
    expect(logged).toMatchObject([{ event: "body_lost" }]);
  });
});

describe("what a parser has read counts as the body", () => {
  const statusOf = async (body: unknown, options?: Partial<McpHandlerOptions>) => {
    const mcp = handler(options);
    const url = await served((request, response) => {
      request.resume().on("end", () => mcp.node(Object.assign(request, { body }), response));
    });
    return (await fetch(url, ping)).status;
  };
  const message = JSON.parse(ping.body);

  test.each([
    ["an object", message, 200],
    ["text", ping.body, 200],
    ["bytes", Buffer.from(ping.body), 200],
    ["an array", [message], 400],
    ["more than is allowed", { ...message, params: { text: "a".repeat(1_000) } }, 413],
  ])("%s", async (_, body, status) => {
    expect(await statusOf(body, { maxBodyBytes: 1_000 })).toBe(status);
  });

  test("is refused with 413 if it has too many levels to be serialized", async () => {
    const levels = 100_000;
    const deep = JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);
    expect(await statusOf({ ...message, params: deep })).toBe(413);
  });
});

test("a platform tells the address of the client, by which anonymous requests are counted", async () => {
  const service = {
    ...notes,
    auth: { ...notes.auth, scheme: "none" as const },
    rate: { name: "rate", max: 1, seconds: 60 },
  };
  const { fetch } = createMcpHandler(service, {
    handlers: new NotesHandlers(),
    clientAddress: (request, platform: { ip: string }) => request.headers.get("x-real-ip") ?? platform.ip,
  });
  const statusOf = async (ip: string, header?: string) => {
    const headers = { "Content-Type": "application/json", ...(header && { "X-Real-IP": header }) };
    return (await fetch(new Request("http://localhost/api/mcp", { ...ping, headers }), { ip })).status;
  };
  expect(await statusOf("192.0.2.1")).toBe(200);
  expect(await statusOf("192.0.2.1")).toBe(429);
  expect(await statusOf("192.0.2.1", "192.0.2.2")).toBe(200);
});

test("an error outside of the handlers is 500, and logged", async () => {
  const authenticate = () => Promise.reject(new Error("The database is gone."));
  const { fetch } = handler({ authenticate });
  expect((await fetch(new Request("http://localhost/api/mcp", ping))).status).toBe(500);
  expect(logged).toMatchObject([{ event: "request_broke", method: "POST" }]);
});
