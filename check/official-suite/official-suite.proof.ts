/** MCP's own suite, run beside the checks of ours, at servers of others and at one that breaks a rule. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { Source } from "@toolwright/conformance/server-options";
import { expect, onTestFinished, test } from "vitest";
import { notesCases, serveNotes, tokenScopes } from "../../conformance/test/support/notes-server.ts";
import { healthyServers } from "../../conformance/test/support/servers/first-runs.ts";
import { toSurface } from "../lock/surface.ts";
import { readServer } from "../running-server/read-server.ts";
import { runOfficialSuite } from "./official-suite.ts";

const project = `${import.meta.dirname}/../..`;

async function runSuite(source: Source) {
  const started: string[] = [];
  const suite = await runOfficialSuite(toSurface(await readServer(source, 5_000)), source, {
    project,
    timeoutMs: 10_000,
    signal: new AbortController().signal,
    failed: ["origin/rebound", "origin/foreign", "sessions/are-gone-when-ended"],
    onStart: (name) => started.push(name),
    onResult: () => undefined,
  });
  return { ...suite, started };
}

test.each(Object.entries(healthyServers))("%s: no finding", async (_, { serve, target }) => {
  const { url, close } = await serve();
  onTestFinished(close);
  const [first] = target.tokens ?? [];
  const headers = first === undefined ? {} : { authorization: `Bearer ${first.token}` };
  const { findings, notes, started } = await runSuite({ kind: "http", url: new URL(url), headers });
  expect(findings).toEqual([]);
  expect(notes).toEqual([expect.stringContaining(`${started.length} of ${started.length} scenarios`)]);
});

test("a server without ping: the finding is advice, and has the name and the words of the suite", async () => {
  const url = await serveWithoutPing();
  const { findings } = await runSuite({ kind: "http", url, headers: {} });
  expect(findings).toContainEqual({
    code: "official/ping/ping",
    level: "advice",
    says: expect.stringMatching(/^MCP's own suite reports: .*Unknown method/),
    places: ["2025-11-25"],
    source: expect.stringContaining("https://modelcontextprotocol.io/"),
  });
});

test("a healthy server that limits requests: no finding, and a note names the scenarios that say nothing", async () => {
  const rate = { name: "request_rate", max: 12, seconds: 60 };
  const { url, close } = await serveNotes({ cases: { ...notesCases, rate } });
  onTestFinished(close);
  const [token] = Object.keys(tokenScopes);
  const { findings, notes } = await runSuite({
    kind: "http",
    url: new URL(url),
    headers: { authorization: `Bearer ${token}` },
  });
  expect(findings).toEqual([]);
  expect(notes).toContainEqual(
    expect.stringMatching(/could not run .+: the server took no more requests \(HTTP 429\)/),
  );
});

async function serveWithoutPing(): Promise<URL> {
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "sums", version: "1.0.0" },
    },
    "tools/list": { tools: [{ name: "add", inputSchema: { type: "object" } }] },
  };
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method = "" } = (await json(request)) as { id?: number; method?: string };
    if (id === undefined) return response.writeHead(202).end();
    const result = results[method];
    const answer = result ? { result } : { error: { code: -32601, message: "Unknown method" } };
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}
