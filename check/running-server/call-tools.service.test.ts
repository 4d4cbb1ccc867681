/** Calls tools of servers in each era, and of servers that do not answer. */
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { type CallTool, callTools } from "./call-tools.ts";

const timeout = 10_000;

interface Received {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly name?: string; readonly _meta?: object };
}

/** A server of 2025-11-25. @param answer what it does when a tool is called */
function legacy(answer: (name: string) => object | "nothing" | "break"): RequestListener {
  return async (request, response) => {
    const { id, method, params } = (await json(request)) as Received;
    if (id === undefined) return void response.writeHead(202).end();
    const initialized = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      serverInfo: { name: "a", version: "1" },
    };
    const answered = method === "initialize" ? { result: initialized } : answer(params.name!);
    if (answered === "nothing") return;
    if (answered === "break") return void response.destroy();
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answered }));
  };
}

async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => void server.closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

/** The results of these tools, and why the calls ended early. */
async function resultsOf(url: URL, names: readonly string[], within = timeout) {
  const results: unknown[] = [];
  const work = async (call: CallTool) => {
    for (const name of names) results.push(await call(name, {}));
  };
  const source = { kind: "http", url, headers: { authorization: "Bearer secret-token-17" } } as const;
  return { results, problem: await callTools(source, within, work) };
}

test("an error of one call ends no other, and a result has no credentials", async () => {
  const said = { content: [{ type: "text", text: "You are secret-token-17." }] };
  const url = await listen(
    legacy((name) => (name === "me" ? { result: said } : { error: { code: -32603, message: "No." } })),
  );
  expect(await resultsOf(url, ["broken", "me"])).toEqual({
    results: [undefined, { content: [{ type: "text", text: "You are $TOKEN." }] }],
    problem: undefined,
  });
});

test.each<[string, "nothing" | "break", RegExp]>([
  ["does not answer", "nothing", /it did not answer tools\/call within 1 s\./],
  ["breaks the connection", "break", /it cut the connection/],
])("a server that %s: the results until then stay, and the reason is said", async (_, way, words) => {
  const url = await listen(legacy((name) => (name === "one" ? { result: { content: [] } } : way)));
  const { results, problem } = await resultsOf(url, ["one", "two", "three"], 1_000);
  expect({ results, problem }).toEqual({ results: [{ content: [] }], problem: expect.stringMatching(words) });
});

test("a server of the newer era alone gets the headers of a call", async () => {
  const headers: IncomingMessage["headers"][] = [];
  const url = await listen(async (request, response) => {
    const { id, method, params } = (await json(request)) as Received;
    if (method === "tools/call") headers.push(request.headers);
    const result =
      method === "server/discover"
        ? {
            supportedVersions: ["2026-07-28"],
            serverInfo: { name: "b", version: "1" },
            capabilities: { tools: {} },
          }
        : { resultType: "complete", content: [] };
    const isKnown = params._meta !== undefined;
    response.writeHead(isKnown ? 200 : 400, { "content-type": "application/json" });
    const error = { code: -32022, message: "Unsupported protocol version" };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(isKnown ? { result } : { error }) }));
  });
  expect(await resultsOf(url, ["list_notes", "größe"])).toMatchObject({ problem: undefined });
  expect(headers.map((each) => [each["mcp-method"], each["mcp-name"]])).toEqual([
    ["tools/call", "list_notes"],
    ["tools/call", "=?base64?Z3LDtsOfZQ==?="],
  ]);
});
