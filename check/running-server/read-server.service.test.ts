/** Reads servers of each era where they run; `generator/cli/import.process.proof.ts` has those that fail. */
import { existsSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { quoteForShell } from "../../conformance/server-options/command-line.ts";
import { notes } from "../../runtime/test/support/wire/notes.ts";
import { serve } from "../../runtime/test/support/wire/serving.ts";
import { listenHostile } from "../test/support/hostile-server.ts";
import { readServer } from "./read-server.ts";

const timeout = 10_000;

describe("a server of the runtime", () => {
  test.each([
    ["the older era alone", ["2025-11-25"]],
    ["both eras", ["2025-11-25", "2026-07-28"]],
  ])("serves %s", async (_, protocolVersions) => {
    const service = { ...notes, server: { ...notes.server, protocolVersions } };
    const { url, server } = await serve({ service });
    onTestFinished(() => server.close());
    const headers = { authorization: "Bearer notes:read" };
    const listing = await readServer({ kind: "http", url, headers }, timeout);
    expect(listing.server).toMatchObject({ name: notes.server.name, protocolVersions });
    expect(listing.tools.map(({ name }) => name)).toEqual(notes.tools.map(({ name }) => name));
  });
});

/** A server of 2025-11-25 that answers with event streams, and asks its client on them first. */
function streaming(received: unknown[]): RequestListener {
  const result = {
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "streams", version: "1.0.0" },
    tools: [{ name: "one", inputSchema: { type: "object" } }],
  };
  return async (request, response) => {
    if (request.method === "DELETE") return void response.writeHead(204).end();
    const message = (await json(request)) as { id?: number; method?: string };
    received.push([request.headers["mcp-session-id"], message.method ?? message]);
    if (message.id === undefined || message.method === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { "content-type": "text/event-stream", "mcp-session-id": "s1" });
    response.write(": a comment\n\nid: 0\ndata:\n\n");
    response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id: "q", method: "ping" })}\n\n`);
    const answer = JSON.stringify({ jsonrpc: "2.0", id: message.id, result }).replace(",", ",\ndata: ");
    // The stream stays open, as many servers keep it.
    response.write(`event: message\ndata: ${answer}\n\n`);
  };
}

/** A server of 2026-07-28 alone: it refuses `initialize`, and requests without the headers of that version. @param name where its name is */
const modern =
  (name: object): RequestListener =>
  async (request, response) => {
    const { id, method, params } = (await json(request)) as { id: number; method: string; params: object };
    const isModern = request.headers["mcp-method"] === method && "_meta" in params;
    const results: Readonly<Record<string, object>> = {
      "server/discover": {
        supportedVersions: ["2026-07-28"],
        ...name,
        capabilities: { tools: {} },
      },
      "tools/list": { resultType: "complete", tools: [{ name: "two", inputSchema: { type: "object" } }] },
    };
    const result = isModern ? results[method] : undefined;
    response.writeHead(result ? 200 : 400, { "content-type": "application/json" });
    const error = { code: -32022, message: "Unsupported protocol version" };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
  };

async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

const modernInfo = { name: "modern", version: "1.0.0" };

test.each([
  ["in the result", { serverInfo: modernInfo }],
  ["in _meta", { _meta: { "io.modelcontextprotocol/serverInfo": modernInfo } }],
])("a server of the newer era alone is read by server/discover, with its name %s", async (_, name) => {
  const url = await listen(modern(name));
  const listing = await readServer({ kind: "http", url, headers: {} }, timeout);
  expect(listing.server).toMatchObject({ name: "modern", protocolVersions: ["2026-07-28"] });
  expect(listing.tools.map(({ name }) => name)).toEqual(["two"]);
});

test("event streams that stay open are read, with a session, and requests on them are answered", async () => {
  const received: unknown[] = [];
  const url = await listen(streaming(received));
  const listing = await readServer({ kind: "http", url, headers: {} }, timeout);
  expect(listing.tools.map(({ name }) => name)).toEqual(["one"]);
  expect(received).toContainEqual(["s1", "tools/list"]);
  await expect.poll(() => received).toContainEqual(["s1", { jsonrpc: "2.0", id: "q", result: {} }]);
});

test("a server over stdio gets the variables that are named", async () => {
  const answer = `({ id, method }) => id === undefined ? "" : JSON.stringify({ jsonrpc: "2.0", id, ...(method === "initialize"
    ? { result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: process.env.NAME, version: "1" } } }
    : method === "tools/list" ? { result: { tools: [{ name: "a", inputSchema: { type: "object" } }] } }
    : { error: { code: -32601, message: "?" } }) }) + "\\n"`;
  const program = `require("readline").createInterface({ input: process.stdin }).on("line", (line) => process.stdout.write((${answer})(JSON.parse(line))))`;
  const command = `"${process.execPath}" -e '${program.replaceAll("\n", " ")}'`;
  const listing = await readServer({ kind: "stdio", command, environment: { NAME: "mine" } }, timeout);
  expect(listing.server).toMatchObject({ name: "mine", protocolVersions: ["2025-11-25"] });
});

test("a host that is not found is told from a proxy that was not used", async () => {
  vi.stubEnv("HTTP_PROXY", "http://127.0.0.1:9");
  vi.stubEnv("NODE_USE_ENV_PROXY", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const url = new URL("http://server.invalid/mcp");
  await expect(readServer({ kind: "http", url, headers: {} }, timeout)).rejects.toThrow(
    /there is no such host\. A proxy is set here: .*NODE_USE_ENV_PROXY=1/,
  );
});

test("a server over stdio gets a fresh folder where its command names one, and the folder is removed", async () => {
  const program = `
    const folder = process.argv[1];
    const serverInfo = { name: folder, version: String(require("node:fs").readdirSync(folder).length) };
    const result = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo, tools: [] };
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id } = JSON.parse(line);
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
    });`;
  const command = `${quoteForShell(process.execPath)} -e ${quoteForShell(program)} {folder}`;
  const { server } = await readServer({ kind: "stdio", command }, timeout);
  expect(server).toMatchObject({ version: "0" });
  expect(server.name).not.toContain("{folder}");
  await vi.waitFor(() => expect(existsSync(String(server.name))).toBe(false), timeout);
});

/** Behaviour -> what is said about the list; `hostile.proof.ts` has more of them, in a whole check. */
const otherLists: readonly [behaviour: string, list: string, says: string][] = [
  ["silent at resources/list", "resources/list", "it did not answer resources/list within 4 s."],
  ["silent at prompts/list", "prompts/list", "it did not answer prompts/list within 4 s."],
  ["equal cursors at prompts/list", "prompts/list", "its page 2 leads back to an earlier one."],
  ["growing cursors at resources/list", "resources/list", "it sent more than 16 MiB."],
];

test.concurrent.each(otherLists)(
  "%s: the list is named, and the others are read",
  async (behaviour, list, says) => {
    const { url, close } = await listenHostile(behaviour);
    const ms = behaviour.startsWith("silent") ? 4_000 : 60_000;
    const listing = await readServer({ kind: "http", url: new URL(url), headers: {} }, ms).finally(close);
    expect(listing.tools.map(({ name }) => name)).toEqual(["one"]);
    const problem = { list, kind: "unreadable", problem: expect.stringContaining(says) };
    expect(listing.listProblems).toEqual([problem]);
  },
);

test.each(["wrong-ids", "streamed wrong-ids"])(
  "%s: the answer with the id of no request is told at once",
  async (behaviour) => {
    const { url, close } = await listenHostile(behaviour);
    onTestFinished(close);
    const read = readServer({ kind: "http", url: new URL(url), headers: {} }, 600_000);
    await expect(read).rejects.toThrow(
      /the answer has the id 1001, and the request has 1\.\nIt sent an answer whose id is that of no request:\n {2}\| \{"jsonrpc"/,
    );
  },
);
