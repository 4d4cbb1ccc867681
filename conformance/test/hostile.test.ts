import { afterEach, expect, test } from "vitest";
import { jsonReport } from "../report/json.ts";
import { exitCodeOf } from "../results/report.ts";
import { type Arrived, type Behaviour, front } from "./front.ts";
import { serveNotes, tokenScopes } from "./notes-server.ts";
import { idsOf, testServer } from "./testing.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** Only calls of notes_get go wrong; all else is answered as it should be. */
function toGet(behave: (arrived: Arrived & { readonly id: number }) => void): Behaviour {
  return (arrived) => {
    const message = JSON.parse(arrived.body || "{}");
    if (message.method !== "tools/call" || message.params?.name !== "notes_get") return false;
    behave({ ...arrived, id: message.id });
    return true;
  };
}

const json = { "Content-Type": "application/json" };
const stream = { "Content-Type": "text/event-stream" };
const result = (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`;

interface Hostility {
  readonly name: string;
  readonly behave: Behaviour;
  /** Matches what a finding says. */
  readonly says: RegExp;
  /** Only a timeout ends such an answer. */
  readonly waits?: true;
}

/** How a server may treat its callers, and a part of what the finding says. */
const hostilities: readonly Hostility[] = [
  { name: "never answers", behave: toGet(() => undefined), says: /no whole answer within/, waits: true },
  { name: "hangs up", behave: toGet(({ socket }) => socket.destroy()), says: /connection was cut/ },
  {
    name: "hangs up in the middle",
    behave: toGet(({ socket }) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")),
    says: /cut|aborted/,
  },
  {
    name: "does not speak HTTP",
    behave: toGet(({ socket }) => socket.end("SSH-2.0-OpenSSH\r\n")),
    says: /not HTTP/,
  },
  {
    name: "sends headers without end",
    behave: toGet(({ socket }) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(200_000)}`)),
    says: /not HTTP/,
  },
  {
    name: "sends a body without end",
    behave: toGet(({ response }) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write("x".repeat(100_000)), 1);
      response.once("close", () => clearInterval(timer));
    }),
    says: /more than 1000000 bytes/,
  },
  {
    name: "drips its body",
    behave: toGet(({ response }) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(" "), 50);
      response.once("close", () => clearInterval(timer));
    }),
    says: /no whole answer within/,
    waits: true,
  },
  {
    name: "sends 100 MB",
    behave: toGet(({ response }) => response.writeHead(200, json).end(Buffer.alloc(100_000_000, 32))),
    says: /more than 1000000 bytes/,
  },
  {
    name: "sends a page",
    behave: toGet(({ response }) =>
      response.writeHead(200, { "Content-Type": "text/html" }).end("<h1>Hi</h1>"),
    ),
    says: /HTTP 200 without a JSON-RPC answer \(text\/html\)/,
  },
  {
    name: "calls its JSON text",
    behave: toGet(({ response, id }) =>
      response.writeHead(200, { "Content-Type": "text/plain" }).end(result(id)),
    ),
    says: /text\/plain/,
  },
  {
    name: "sends garbage for JSON",
    behave: toGet(({ response }) => response.writeHead(200, json).end(Buffer.from([0xff, 0xfe, 0x00, 0x7b]))),
    says: /without a JSON-RPC answer/,
  },
  {
    name: "answers somebody else",
    behave: toGet(({ response, id }) => response.writeHead(200, json).end(result(id + 1))),
    says: /without a JSON-RPC answer/,
  },
  {
    name: "answers with a batch",
    behave: toGet(({ response, id }) => response.writeHead(200, json).end(`[${result(id)}]`)),
    says: /without a JSON-RPC answer/,
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
    says: /no whole answer within/,
    waits: true,
  },
  {
    name: "streams garbage",
    behave: toGet(({ response }) => response.writeHead(200, stream).end("data: {nonsense\n\n")),
    says: /event of the stream is not/,
  },
  {
    name: "asks to wait, again and again",
    behave: toGet(({ response }) => response.writeHead(429, { "Retry-After": "0" }).end()),
    says: /HTTP 429/,
  },
  {
    name: "fails with a stack",
    behave: toGet(({ response, id }) => {
      const message = "Error: no disk\n    at read (/srv/notes/disk.js:10:5)";
      response
        .writeHead(500, json)
        .end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32603, message } }));
    }),
    says: /JSON-RPC error -32603/,
  },
  {
    name: "sends content that is no list",
    behave: toGet(({ response, id }) =>
      response
        .writeHead(200, json)
        .end(`{"jsonrpc":"2.0","id":${id},"result":{"content":7,"structuredContent":null}}`),
    ),
    says: /./,
  },
];

test.each(hostilities)("a server that $name ends in a finding", async ({ behave, says, waits }) => {
  const notes = await serveNotes();
  const server = await front(notes.url, behave);
  running.push(server, notes);
  const report = await testServer(server.url, {
    timeoutMs: waits ? 200 : 20_000,
    selection: { tools: ["notes_get"], kinds: ["input", "output", "errors"] },
  });
  expect(exitCodeOf(report)).toBe(1);
  const failures = report.results.filter(({ verdict }) => verdict.status === "failed");
  expect(failures.map(({ verdict }) => (verdict.status === "failed" ? verdict.got : "")).join("\n")).toMatch(
    says,
  );
  for (const token of Object.keys(tokenScopes)) expect(jsonReport(report)).not.toContain(token);
});

test("a stack in an error is a finding of its own", async () => {
  const notes = await serveNotes();
  const { behave } = hostilities.find(({ name }) => name === "fails with a stack")!;
  const server = await front(notes.url, behave);
  running.push(server, notes);
  const report = await testServer(server.url, {
    selection: { tools: ["notes_get"], kinds: ["errors", "input"] },
  });
  expect(idsOf(report, "failed")).toContain("errors/notes_get/clean");
});

test("a redirect is not followed, and the token goes nowhere else", async () => {
  const seen: string[] = [];
  const notes = await serveNotes();
  const elsewhere = await front(
    notes.url,
    ({ headers }) => seen.push(headers.authorization ?? "") > 0 && false,
  );
  const server = await front(
    notes.url,
    toGet(({ response }) => response.writeHead(307, { Location: elsewhere.url }).end()),
  );
  running.push(server, elsewhere, notes);
  const report = await testServer(server.url, { selection: { tools: ["notes_get"], kinds: ["input"] } });
  const got = report.results.map(({ verdict }) => (verdict.status === "failed" ? verdict.got : ""));
  expect(got.join("\n")).toMatch(/HTTP 307, a redirect to .* \(not followed\)/);
  expect(seen).toEqual([]);
});

test("a server that falls silent is not asked a thousand times", async () => {
  let requests = 0;
  const notes = await serveNotes();
  const server = await front(notes.url, ({ socket, body }) => {
    if (!body.includes('"tools/call"')) return false;
    requests++;
    return Boolean(socket.destroy());
  });
  running.push(server, notes);
  const report = await testServer(server.url);
  expect(requests).toBeLessThan(100);
  const causes = report.results.map(({ verdict }) => (verdict.status === "unverified" ? verdict.cause : ""));
  expect(causes.filter((cause) => cause === "unreachable").length).toBeGreaterThan(50);
  expect(exitCodeOf(report)).toBe(1);
});
