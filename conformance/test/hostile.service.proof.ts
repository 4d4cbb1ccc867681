/** Servers that answer with anything but MCP: the run must end, with findings, and must not leak the token. */
import { afterEach, expect, test } from "vitest";
import { jsonReport } from "../report/json.ts";
import { computeExitCode } from "../results/report.ts";
import { UsageError } from "../usage/usage-error.ts";
import { notesCases, serveNotes, tokenScopes } from "./support/notes-server.ts";
import { type Behaviour, type RawRequest, rawProxy } from "./support/raw-proxy.ts";
import { idsOf, testServer } from "./support/test-server.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** Misbehaves only for calls of notes_get; the healthy server answers everything else. */
function toGet(behave: (request: RawRequest & { readonly id: number }) => void): Behaviour {
  return (request) => {
    const message = JSON.parse(request.body || "{}");
    if (message.method !== "tools/call" || message.params?.name !== "notes_get") return false;
    behave({ ...request, id: message.id });
    return true;
  };
}

const large = Buffer.alloc(100_000_000, 32);
const json = { "Content-Type": "application/json" };
const stream = { "Content-Type": "text/event-stream" };
const result = (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`;

interface Hostility {
  readonly name: string;
  readonly behave: Behaviour;
  /** Matches the text of a finding. */
  readonly finding: RegExp;
  /** The answer ends only by the timeout. */
  readonly waits?: true;
}

/** Hostile behaviours, and a part of the finding for each. */
const hostilities: readonly Hostility[] = [
  {
    name: "never answers",
    behave: toGet(() => undefined),
    finding: /no complete answer within/,
    waits: true,
  },
  {
    name: "closes the connection",
    behave: toGet(({ socket }) => socket.destroy()),
    finding: /connection was cut/,
  },
  {
    name: "closes the connection in the middle of a reply",
    behave: toGet(({ socket }) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")),
    finding: /cut|aborted/,
  },
  {
    name: "does not speak HTTP",
    behave: toGet(({ socket }) => socket.end("SSH-2.0-OpenSSH\r\n")),
    finding: /not HTTP/,
  },
  {
    name: "sends endless headers",
    behave: toGet(({ socket }) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(200_000)}`)),
    finding: /not HTTP/,
  },
  {
    name: "sends an endless body",
    behave: toGet(({ response }) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
      response.once("close", () => clearInterval(timer));
    }),
    finding: /more than 1000000 bytes/,
  },
  {
    name: "sends its body very slowly",
    behave: toGet(({ response }) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(" "), 50);
      response.once("close", () => clearInterval(timer));
    }),
    finding: /no complete answer within/,
    waits: true,
  },
  {
    name: "sends 100 MB",
    behave: toGet(({ response }) => response.writeHead(200, json).end(large)),
    finding: /more than 1000000 bytes/,
  },
  {
    name: "sends an HTML page",
    behave: toGet(({ response }) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Hi</h1>"),
    ),
    finding: /HTTP 200 without a JSON-RPC answer \(text\/html\)/,
  },
  {
    name: "sends JSON as text/plain",
    behave: toGet(({ response, id }) =>
      response.writeHead(200, { "Content-Type": "text/plain" }).end(result(id)),
    ),
    finding: /text\/plain/,
  },
  {
    name: "sends garbage as JSON",
    behave: toGet(({ response }) => response.writeHead(200, json).end(Buffer.from([0xff, 0xfe, 0x00, 0x7b]))),
    finding: /without a JSON-RPC answer/,
  },
  {
    name: "answers another request",
    behave: toGet(({ response, id }) => response.writeHead(200, json).end(result(id + 1))),
    finding: /without a JSON-RPC answer/,
  },
  {
    name: "answers with a batch",
    behave: toGet(({ response, id }) => response.writeHead(200, json).end(`[${result(id)}]`)),
    finding: /without a JSON-RPC answer/,
  },
  {
    name: "streams without an answer",
    behave: toGet(({ response }) => {
      response.writeHead(200, stream);
      const timer = setInterval(
        () => response.write(': still there\n\ndata: {"jsonrpc":"2.0","method":"x"}\n\n'),
        20,
      );
      response.once("close", () => clearInterval(timer));
    }),
    finding: /no complete answer within/,
    waits: true,
  },
  {
    name: "streams garbage",
    behave: toGet(({ response }) => response.writeHead(200, stream).end("data: {nonsense\n\n")),
    finding: /event of the stream is not/,
  },
  {
    name: "answers 429 every time",
    behave: toGet(({ response }) => response.writeHead(429, { "Retry-After": "0" }).end()),
    finding: /HTTP 429/,
  },
  {
    name: "fails with a stack trace",
    behave: toGet(({ response, id }) => {
      const message = "Error: no disk\n    at read (/srv/notes/disk.js:10:5)";
      response
        .writeHead(500, json)
        .end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32603, message } }));
    }),
    finding: /JSON-RPC error -32603/,
  },
  {
    name: "sends content that is not a list",
    behave: toGet(({ response, id }) =>
      response
        .writeHead(200, json)
        .end(`{"jsonrpc":"2.0","id":${id},"result":{"content":7,"structuredContent":null}}`),
    ),
    finding: /./,
  },
];

test.each(hostilities)("a server that $name ends in a finding", async ({ behave, finding, waits }) => {
  const notes = await serveNotes();
  const server = await rawProxy(notes.url, behave);
  running.push(server, notes);
  const report = await testServer(server.url, {
    timeoutMs: waits ? 200 : 20_000,
    selection: { tools: ["notes_get"], kinds: ["input", "output", "errors"] },
  });
  expect(computeExitCode(report)).toBe(1);
  const failures = report.results.filter(({ verdict }) => verdict.status === "failed");
  expect(failures.map(({ verdict }) => (verdict.status === "failed" ? verdict.got : "")).join("\n")).toMatch(
    finding,
  );
  for (const token of Object.keys(tokenScopes)) expect(jsonReport(report)).not.toContain(token);
});

/** Never answers the calls of some tools with deep arguments. @returns the results of these cases, and the tools that were called */
async function testDeep(hangs: (tool: string) => boolean) {
  const called = new Set<string>();
  const notes = await serveNotes();
  const server = await rawProxy(notes.url, ({ body }) => {
    if (!body.includes(`"no_such_key":{"a":{"a"`)) return false;
    const { name } = JSON.parse(body).params;
    called.add(name);
    return hangs(name);
  });
  running.push(server, notes);
  const { results } = await testServer(server.url, {
    cases: notesCases,
    timeoutMs: 200,
    selection: { cases: ["errors/*/deep"] },
  });
  return { called, statuses: results.map(({ verdict }) => verdict.status).toSorted(), results };
}

test("of a server that never answers hostile arguments, two tools are asked: each would take a time limit", async () => {
  const { called, statuses, results } = await testDeep(() => true);
  expect(results.length).toBeGreaterThan(2);
  expect(called.size).toBe(2);
  expect(statuses.slice(0, 2)).toEqual(["failed", "failed"]);
  expect(new Set(statuses.slice(2))).toEqual(new Set(["inapplicable"]));
  const [skipped] = results.map(({ verdict }) => verdict).filter(({ status }) => status === "inapplicable");
  expect(skipped).toMatchObject({
    why: expect.stringMatching(/no answer to such arguments: errors\/\w+\/deep, /),
  });
});

test("if one tool never answers hostile arguments, all others are asked", async () => {
  const { called, statuses, results } = await testDeep((tool) => tool === "notes_get");
  expect(called.size).toBe(results.length);
  expect(statuses).toEqual(["failed", ...results.slice(1).map(() => "held")]);
});

test("hostile arguments are sent alone: a server that takes long for them answers other calls late", async () => {
  const open = { all: 0, hostile: 0 };
  let [together, hostileCalls] = [0, 0];
  const notes = await serveNotes();
  const server = await rawProxy(notes.url, ({ body, response }) => {
    const isHostile = /"no_such_key(_0":|":\{"a":\{|":"xxxx)/.test(body);
    if (open.hostile > 0 || (isHostile && open.all > 0)) together++;
    if (isHostile) hostileCalls++;
    open.all++;
    open.hostile += Number(isHostile);
    response.once("close", () => {
      open.all--;
      open.hostile -= Number(isHostile);
    });
    return false;
  });
  running.push(server, notes);
  await testServer(server.url, { cases: notesCases, selection: { kinds: ["input", "errors"] } });
  expect(hostileCalls).toBeGreaterThan(4);
  expect(together).toBe(0);
});

test("a stack trace in an error is a separate finding", async () => {
  const notes = await serveNotes();
  const { behave } = hostilities.find(({ name }) => name === "fails with a stack trace")!;
  const server = await rawProxy(notes.url, behave);
  running.push(server, notes);
  const report = await testServer(server.url, {
    selection: { tools: ["notes_get"], kinds: ["errors", "input"] },
  });
  expect(idsOf(report, "failed")).toContain("errors/notes_get/clean");
});

test("a redirect is not followed, so the token is sent nowhere else", async () => {
  const seen: string[] = [];
  const notes = await serveNotes();
  const elsewhere = await rawProxy(
    notes.url,
    ({ headers }) => seen.push(headers.authorization ?? "") > 0 && false,
  );
  const server = await rawProxy(
    notes.url,
    toGet(({ response }) => response.writeHead(307, { Location: elsewhere.url }).end()),
  );
  running.push(server, elsewhere, notes);
  const report = await testServer(server.url, { selection: { tools: ["notes_get"], kinds: ["input"] } });
  const got = report.results.map(({ verdict }) => (verdict.status === "failed" ? verdict.got : ""));
  expect(got.join("\n")).toMatch(/HTTP 307, a redirect to .* \(not followed\)/);
  expect(seen).toEqual([]);
});

test("a server that stops answering gets fewer than 100 calls", async () => {
  let requests = 0;
  const notes = await serveNotes();
  const server = await rawProxy(notes.url, ({ socket, body }) => {
    if (!body.includes('"tools/call"')) return false;
    requests++;
    return Boolean(socket.destroy());
  });
  running.push(server, notes);
  const report = await testServer(server.url);
  expect(requests).toBeLessThan(100);
  const causes = report.results.map(({ verdict }) => (verdict.status === "unverified" ? verdict.cause : ""));
  expect(causes.filter((cause) => cause === "unreachable").length).toBeGreaterThan(50);
  expect(computeExitCode(report)).toBe(1);
});

test.concurrent.each([2, 4, 9, 40, 120])(
  "a target that dies at request %i leaves no finding",
  async (last) => {
    let requests = 0;
    const notes = await serveNotes();
    const server = await rawProxy(notes.url, ({ socket }) => {
      if (++requests < last) return false;
      void server.close();
      return Boolean(socket.destroy());
    });
    const report = await testServer(server.url).catch((error: unknown) => error as UsageError);
    await notes.close();
    if (report instanceof Error) {
      expect(report).toBeInstanceOf(UsageError);
      expect(report.message).toMatch(/stopped answering|does not answer|cannot be reached/);
      return;
    }
    expect(report.notes[0]).toMatch(/^The target stopped answering after/);
    expect(computeExitCode(report)).toBe(2);
  },
);
