/** Certificates, proxies and timeouts of the HTTP transport. */
import { readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test, vi } from "vitest";
import { serveNotes, tokenScopes } from "../test/support/notes-server.ts";
import { idsOf, testServer } from "../test/support/test-server.ts";
import { UsageError } from "../usage/usage-error.ts";
import { httpTransport } from "./http.ts";

const pem = (name: string) => readFileSync(join(import.meta.dirname, "../test/tls", name), "utf8");
const [token = ""] = Object.keys(tokenScopes);
const selection = { kinds: ["manifest" as const] };

/** Listens on a free port of loopback until the test ends. */
async function listening(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** Forwards requests to a server at another address, under that server's own Host. */
function forwardTo(upstream: string): http.RequestListener {
  return (incoming, response) => {
    const { host: _, ...headers } = incoming.headers;
    const to = new URL(new URL(incoming.url ?? "/", upstream).pathname, upstream);
    const request = http.request(to, { method: incoming.method ?? "GET", headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(request);
  };
}

function tested(url: string, ca?: string) {
  const limits = { timeoutMs: 5_000, maxBytes: 1_000_000 };
  const transport = httpTransport({
    url: new URL(url),
    limits,
    parallel: 4,
    ...(ca !== undefined && { ca }),
  });
  return testServer(url, { transport, selection });
}

test("a certificate of a private authority is trusted only if the authority is named", async () => {
  const notes = await serveNotes();
  onTestFinished(() => notes.close());
  const server = https.createServer(
    { key: pem("server.key"), cert: pem("server.pem") },
    (request, response) => forwardTo(notes.url)(request, response),
  );
  const url = `https://localhost:${await listening(server)}/mcp`;
  const report = await tested(url, pem("authority.pem"));
  expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
  await expect(tested(url)).rejects.toThrow(UsageError);
  await expect(tested(url)).rejects.toThrow(/unknown authority; set it with --ca FILE/);
});

test("the proxy of the environment is used, except for hosts in NO_PROXY", async () => {
  const notes = await serveNotes();
  onTestFinished(() => notes.close());
  const seen: string[] = [];
  const port = await listening(
    http.createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`);
      forwardTo(notes.url)(request, response);
    }),
  );
  vi.stubEnv("HTTP_PROXY", `http://127.0.0.1:${port}`);
  vi.stubEnv("NO_PROXY", "127.0.0.1");
  onTestFinished(() => void vi.unstubAllEnvs());
  const report = await tested("http://notes.invalid/mcp");
  expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
  expect(new Set(seen)).toEqual(new Set([`http://notes.invalid/mcp Bearer ${token}`]));
  seen.length = 0;
  expect(idsOf(await tested(notes.url), "failed")).toEqual([]);
  expect(seen).toEqual([]);
});

test("a pause of the suite's own process does not count towards the timeout", async () => {
  const notes = await serveNotes();
  onTestFinished(() => notes.close());
  const limits = { timeoutMs: 200, maxBytes: 1_000_000 };
  const transport = httpTransport({ url: new URL(notes.url), limits, parallel: 1 });
  onTestFinished(() => transport.close());
  const reply = transport.send({ id: 1, headers: {}, body: "{}" });
  block(1_000);
  expect(await reply).toMatchObject({ status: 401 });
});

/** Keeps the event loop busy, as the loading of modules does. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test("endless answers keep only the part in memory that a finding shows", async () => {
  const chunk = "x".repeat(1024 * 1024);
  const server = http.createServer((_, response) => {
    const send = () => {
      while (response.write(chunk));
    };
    response.on("drain", send);
    send();
  });
  const url = new URL(`http://127.0.0.1:${await listening(server)}/`);
  const limits = { timeoutMs: 60_000, maxBytes: 8 * chunk.length };
  const transport = httpTransport({ url, limits, parallel: 1 });
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const replies: Awaited<ReturnType<typeof transport.send>>[] = [];
  for (let n = 0; n < 10; n += 1) replies.push(await transport.send({ headers: {} }));
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2 * limits.maxBytes);
  for (const reply of replies)
    expect(reply).toMatchObject({
      problem: expect.stringMatching(/more than/),
      body: chunk.slice(0, 10_000),
    });
  transport.close();
});

test.each([{ id: "1" }, { id: 1_001 }, { id: null }, {}])(
  "a response on an open stream whose id is not that of the request is told at once: %j",
  async (own) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...own, result: {} });
    const server = http.createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${text}\n\n`);
    });
    const url = new URL(`http://127.0.0.1:${await listening(server)}/mcp`);
    const limits = { timeoutMs: 600_000, maxBytes: 1_000_000 };
    const transport = httpTransport({ url, limits, parallel: 1 });
    onTestFinished(() => transport.close());
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect(await transport.send({ id: 1, headers: {}, body })).toMatchObject({
      status: 200,
      body: `data: ${text}\n\n`,
    });
  },
);
