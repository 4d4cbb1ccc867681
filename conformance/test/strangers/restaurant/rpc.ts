/** MCP over HTTP by hand: JSON-RPC, sessions, and an event stream for each call. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { booksOf } from "./records.ts";
import { Refusal } from "./refusal.ts";
import { tools } from "./tools.ts";

const versions = ["2025-11-25", "2025-06-18"];

interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: {
    readonly name?: unknown;
    readonly arguments?: unknown;
    readonly protocolVersion?: unknown;
  };
}

export class Mcp {
  readonly #houses: ReadonlyMap<string, string>;
  /** Sessions, and whose token began them. */
  readonly #sessions = new Map<string, string>();

  constructor(houses: ReadonlyMap<string, string>) {
    this.#houses = houses;
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const house = this.#houses.get(token);
    if (isForeign(request)) return end(response, 403);
    if (house === undefined) {
      const challenge =
        request.headers.authorization === undefined ? "Bearer" : 'Bearer error="invalid_token"';
      return end(response, 401, undefined, { "www-authenticate": challenge });
    }
    if (request.method === "DELETE") return this.#endSession(request, response, token);
    if (request.method !== "POST") return end(response, 405, undefined, { allow: "POST, DELETE" });
    const accept = request.headers.accept ?? "";
    if (!accept.includes("application/json") || !accept.includes("text/event-stream"))
      return end(response, 406);
    if (!/^application\/json\b/i.test(request.headers["content-type"] ?? "")) return end(response, 415);
    const message = parse(await text(request));
    if (message === undefined) return end(response, 400, failure(null, -32700, "Parse error"));
    if (!isMessage(message)) return end(response, 400, failure(null, -32600, "Invalid request"));
    if (message.method === "initialize") return this.#beginSession(message, response, token);
    const version = request.headers["mcp-protocol-version"];
    if (version !== undefined && !versions.includes(String(version)))
      return end(response, 400, failure(null, -32600, "Unknown protocol version"));
    const session = request.headers["mcp-session-id"];
    if (session === undefined) return end(response, 400, failure(null, -32600, "No session"));
    if (this.#sessions.get(String(session)) !== token)
      return end(response, 404, failure(null, -32001, "No such session"));
    if (message.id === undefined || message.method === undefined) return end(response, 202);
    await answer(message, house, response);
  }

  #beginSession(message: Message, response: ServerResponse, token: string): void {
    if (typeof message.params?.protocolVersion !== "string") {
      end(response, 400, failure(message.id, -32602, "protocolVersion is missing"));
      return;
    }
    const session = randomUUID();
    this.#sessions.set(session, token);
    const wanted = message.params.protocolVersion;
    const result = {
      protocolVersion: versions.includes(wanted) ? wanted : versions[0],
      capabilities: { tools: {} },
      serverInfo: { name: "restaurant", version: "1.0.0" },
    };
    end(response, 200, { jsonrpc: "2.0", id: message.id, result }, { "mcp-session-id": session });
  }

  #endSession(request: IncomingMessage, response: ServerResponse, token: string): void {
    const session = String(request.headers["mcp-session-id"]);
    const isKnown = this.#sessions.get(session) === token;
    if (isKnown) this.#sessions.delete(session);
    end(response, isKnown ? 204 : 404);
  }
}

/** Whether a page of another site sent the request. */
function isForeign({ headers }: IncomingMessage): boolean {
  const names = ["127.0.0.1", "localhost"];
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? "";
  const origin = headers.origin === undefined ? host : URL.parse(headers.origin)?.hostname;
  return !names.includes(host) || !names.includes(origin ?? "");
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

function isMessage(message: unknown): message is Message {
  if (typeof message !== "object" || message === null || Array.isArray(message)) return false;
  const { jsonrpc, id, method } = message as Message;
  return (
    jsonrpc === "2.0" &&
    (method === undefined || typeof method === "string") &&
    (id === undefined || typeof id === "string" || Number.isInteger(id))
  );
}

const failure = (id: unknown, code: number, message: string): object => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});

function end(
  response: ServerResponse,
  status: number,
  body?: object,
  headers: Record<string, string> = {},
): void {
  if (body === undefined) response.writeHead(status, headers).end();
  else
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function answer(message: Message, house: string, response: ServerResponse): Promise<void> {
  const reply = (result: object): void => end(response, 200, { jsonrpc: "2.0", id: message.id, result });
  if (message.method === "ping") return reply({});
  if (message.method === "tools/list")
    return reply({ tools: [...tools.values()].map((tool) => tool.definition) });
  if (message.method !== "tools/call")
    return end(response, 200, failure(message.id, -32601, `Method not found: ${String(message.method)}`));
  const { name, arguments: input = {} } = message.params ?? {};
  const tool = tools.get(String(name));
  if (tool === undefined)
    return end(response, 200, failure(message.id, -32602, `Unknown tool: ${String(name)}`));
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  let result: object;
  try {
    const structuredContent = await tool.answer(booksOf(house), input as Record<string, unknown>);
    result = { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    result = { content: [{ type: "text", text: error.message }], isError: true };
  }
  response.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: message.id, result })}\n\n`);
}
