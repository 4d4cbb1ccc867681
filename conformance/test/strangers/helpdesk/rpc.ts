/** MCP over HTTP, without sessions: a message in, a JSON answer out. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Calls, Client } from "./calls.ts";

type Id = string | number;

/** An answer: the status of HTTP, maybe a body and headers. */
interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

const versions = ["2025-11-25", "2025-06-18"];
const mostBytes = 4 * 1024 * 1024;

const codes = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603 };

function failure(status: number, code: keyof typeof codes, message: string, id: Id | null = null): Answer {
  return { status, body: { jsonrpc: "2.0", id, error: { code: codes[code], message } } };
}

const success = (id: Id, result: object): Answer => ({ status: 200, body: { jsonrpc: "2.0", id, result } });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `clients`: token -> who it is. */
export async function serveMcp(
  request: IncomingMessage,
  response: ServerResponse,
  calls: Calls,
  clients: ReadonlyMap<string, Client>,
): Promise<void> {
  const { status, body, headers } = await answer(request, calls, clients);
  const isJson = body !== undefined;
  response.writeHead(status, { ...(isJson && { "content-type": "application/json" }), ...headers });
  response.end(isJson ? JSON.stringify(body) : undefined);
}

async function answer(
  request: IncomingMessage,
  calls: Calls,
  clients: ReadonlyMap<string, Client>,
): Promise<Answer> {
  const { headers } = request;
  if (!isLocal(headers.host) || (headers.origin !== undefined && !isLocal(headers.origin)))
    return failure(403, "request", "This origin is not allowed.");
  const token = /^bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const client = token === undefined ? undefined : clients.get(token);
  if (client === undefined) {
    const challenge = token === undefined ? "Bearer" : 'Bearer error="invalid_token"';
    return {
      ...failure(401, "request", "A valid token is needed."),
      headers: { "www-authenticate": challenge },
    };
  }
  if (request.method !== "POST")
    return { ...failure(405, "request", "Only POST."), headers: { allow: "POST" } };
  if (!headers["content-type"]?.startsWith("application/json"))
    return failure(415, "request", "The body is JSON.");
  const version = headers["mcp-protocol-version"];
  if (version !== undefined && !versions.includes(String(version)))
    return failure(400, "request", "This version of the protocol is unknown.");
  const text = await readText(request);
  if (text === undefined) return failure(413, "request", "The body is too large.");
  try {
    return handle(JSON.parse(text), client, calls);
  } catch (error) {
    if (error instanceof SyntaxError) return failure(400, "parse", "The body is no JSON.");
    console.error(error);
    return failure(500, "internal", "Something went wrong.");
  }
}

function isLocal(place: string | undefined): boolean {
  const url = URL.parse(place?.includes("://") ? place : `http://${place}`);
  return url !== null && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
}

async function readText(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += (part as Buffer).length;
    if (length > mostBytes) return undefined;
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString();
}

function handle(message: unknown, client: Client, calls: Calls): Answer {
  if (!isObject(message) || message.jsonrpc !== "2.0")
    return failure(400, "request", "The body is one message of JSON-RPC 2.0.");
  const { id, method, params = {} } = message;
  // A response of the client: the server has asked nothing.
  if (method === undefined && ("result" in message || "error" in message)) return { status: 202 };
  if (typeof method !== "string") return failure(400, "request", "A method is missing.");
  if (id === undefined) return { status: 202 };
  if (typeof id !== "string" && typeof id !== "number")
    return failure(400, "request", "This id is not valid.");
  if (!isObject(params)) return failure(200, "params", "params is an object.", id);
  switch (method) {
    case "initialize":
      return success(id, initialize(params));
    case "ping":
      return success(id, {});
    case "tools/list":
      if (params.cursor !== undefined) return failure(200, "params", "The list has one page.", id);
      return success(id, calls.list());
    case "tools/call":
      return callTool(id, params, client, calls);
    default:
      return failure(200, "method", `There is no method ${method.slice(0, 60)}.`, id);
  }
}

function initialize({ protocolVersion }: Record<string, unknown>): object {
  const wanted = versions.find((version) => version === protocolVersion);
  return {
    protocolVersion: wanted ?? versions[0],
    capabilities: { tools: {} },
    serverInfo: { name: "helpdesk", version: "0.9.4", title: "Helpdesk" },
  };
}

function callTool(id: Id, params: Record<string, unknown>, client: Client, calls: Calls): Answer {
  const { name, arguments: input = {} } = params;
  if (typeof name !== "string" || !calls.has(name))
    return failure(200, "params", "There is no such tool.", id);
  if (!isObject(input)) return failure(200, "params", "arguments is an object.", id);
  const scope = calls.missingScope(client, name);
  if (scope === undefined) return success(id, calls.call(client, name, input));
  const challenge = `Bearer error="insufficient_scope", scope="${scope}"`;
  const denial = failure(403, "request", `This needs the scope ${scope}.`, id);
  return { ...denial, headers: { "www-authenticate": challenge } };
}
