/** A server that lists tools, resources and prompts and records how tools are called, for clients that are tried out. */

import { createServer, type IncomingMessage } from "node:http";
import type { SchemaObject } from "@toolwright/json-schema";
import { listKey } from "../../surface/entry.ts";
import type { PublishedTool } from "../../surface/published-interface.ts";

export interface RecordingServer {
  readonly url: string;
  /** The arguments that arrived, in order, by tool. */
  readonly calls: ReadonlyMap<string, readonly unknown[]>;
  close(): void;
}

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: {
    readonly name?: unknown;
    readonly arguments?: unknown;
    readonly protocolVersion?: unknown;
  };
}

/**
 * Listens on loopback. It answers every call with an error result, so no client validates the result. `?only=N` lists a single
 * additional entry, `?tool=N` a single tool, `?tool=N&input` this tool without its output schema, and `?tool=none` no tool.
 */
export async function recordingServer(
  tools: readonly PublishedTool[],
  listed: readonly SchemaObject[],
): Promise<RecordingServer> {
  const calls = new Map<string, unknown[]>(tools.map(({ name }) => [name, []]));
  const list = (key: string) => (_: unknown, query: URLSearchParams) => {
    const only = query.get("only");
    const shown = only === null ? listed : listed.slice(Number(only), Number(only) + 1);
    return { [key]: shown.filter((entry) => listKey(entry) === key) };
  };
  const results: Readonly<Record<string, (params: Message["params"], query: URLSearchParams) => unknown>> = {
    initialize: (params) => ({
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {}, resources: {}, prompts: {} },
      serverInfo: { name: "portability", version: "1.0.0" },
    }),
    ping: () => ({}),
    "tools/list": (_, query) => ({ tools: toolsFor(query, tools) }),
    "resources/list": list("resources"),
    "resources/templates/list": list("resourceTemplates"),
    "prompts/list": list("prompts"),
    "tools/call": (params) => {
      calls.get(String(params?.name))?.push(params?.arguments ?? {});
      return { isError: true, content: [{ type: "text", text: "recorded" }] };
    },
  };
  const server = createServer(async (request, response) => {
    const { id, method = "", params } = request.method === "POST" ? await readMessage(request) : {};
    if (request.method !== "POST") return response.writeHead(405).end();
    if (id === undefined) return response.writeHead(202).end();
    const { searchParams } = new URL(request.url ?? "", "http://localhost");
    const result = results[method]?.(params, searchParams);
    const error = { code: -32601, message: `There is no method ${method}.` };
    response.setHeader("Content-Type", "application/json");
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function toolsFor(query: URLSearchParams, tools: readonly PublishedTool[]): readonly object[] {
  const index = query.get("tool");
  if (index === null) return tools;
  const tool = tools[Number(index)];
  if (tool === undefined) return [];
  const { outputSchema: _, ...withoutOutput } = tool;
  return [query.has("input") ? withoutOutput : tool];
}

async function readMessage(request: IncomingMessage): Promise<Message> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return JSON.parse(text);
}
