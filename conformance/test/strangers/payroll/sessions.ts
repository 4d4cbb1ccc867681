/** Streamable HTTP by hand, with sessions: each belongs to the key that began it. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Caller, callerWith } from "./accounts.ts";
import { answer, failure, type Request, versions } from "./rpc.ts";

const sessions = new Map<string, string>();
const largest = 1024 * 1024;

export function send(response: ServerResponse, status: number, body?: object, headers: object = {}): void {
  if (body === undefined) {
    response.writeHead(status, { ...headers }).end();
    return;
  }
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Reads the body of a request; undefined if it is too large. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largest) chunks.push(chunk);
  }
  return size > largest ? undefined : Buffer.concat(chunks).toString();
}

export async function serveMcp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization } = request.headers;
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  const caller = callerWith(key);
  if (caller === undefined) {
    const error = authorization === undefined ? "" : ', error="invalid_token"';
    const challenge = { "WWW-Authenticate": `Bearer realm="payroll"${error}` };
    return send(response, 401, { error: "Please send an API key of the payroll." }, challenge);
  }
  if (request.method === "DELETE") return endSession(request, response, key);
  if (request.method !== "POST")
    return send(response, 405, { error: "Only POST." }, { Allow: "POST, DELETE" });
  if (!String(request.headers["content-type"]).startsWith("application/json"))
    return send(response, 415, failure(undefined, -32600, "Please send JSON."));
  const accepted = request.headers.accept ?? "*/*";
  if (!/application\/(json|\*)|\*\/\*/.test(accepted))
    return send(response, 406, failure(undefined, -32600, "This server answers with JSON."));
  const text = await readBody(request);
  if (text === undefined) return send(response, 413, failure(undefined, -32600, "The message is too large."));
  await serveMessage(text, { request, response, key, caller });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly key: string;
  readonly caller: Caller;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isRequest = (message: object): message is Request =>
  "id" in message && (typeof message.id === "string" || Number.isInteger(message.id));

interface Message {
  readonly method?: unknown;
}

function isMessage(message: unknown): message is Message {
  if (typeof message !== "object" || message === null || Array.isArray(message)) return false;
  if (!("jsonrpc" in message) || message.jsonrpc !== "2.0") return false;
  if ("id" in message && !isRequest(message)) return false;
  if ("method" in message) return typeof message.method === "string" && hasParams(message);
  return "result" in message || "error" in message;
}

function hasParams(message: object): boolean {
  if (!("params" in message) || message.params === undefined) return true;
  return typeof message.params === "object" && message.params !== null && !Array.isArray(message.params);
}

async function serveMessage(text: string, { request, response, key, caller }: Exchange): Promise<void> {
  const message = parse(text);
  if (message === undefined) return send(response, 400, failure(undefined, -32700, "Parse error"));
  if (!isMessage(message)) return send(response, 400, failure(undefined, -32600, "Invalid Request"));
  const begins = message.method === "initialize" && isRequest(message);
  if (!begins && !checkSession(request, response, key)) return;
  if (!isRequest(message) || message.method === undefined) return send(response, 202);
  const result = await answer(message, caller);
  if (!begins) return send(response, 200, result);
  const session = randomUUID();
  sessions.set(session, key);
  send(response, 200, result, { "Mcp-Session-Id": session });
}

/** Answers requests that belong to no session of this key, or name an unknown version. */
function checkSession({ headers }: IncomingMessage, response: ServerResponse, key: string): boolean {
  const session = headers["mcp-session-id"];
  const version = headers["mcp-protocol-version"];
  if (session === undefined)
    send(response, 400, failure(undefined, -32000, "There is no session. Begin with initialize."));
  else if (sessions.get(String(session)) !== key)
    send(
      response,
      404,
      failure(undefined, -32001, "This session is over, or never was. Begin with initialize."),
    );
  else if (version !== undefined && !versions.includes(String(version)))
    send(response, 400, failure(undefined, -32000, `This server does not speak version ${version}.`));
  else return true;
  return false;
}

function endSession(request: IncomingMessage, response: ServerResponse, key: string): void {
  if (!checkSession(request, response, key)) return;
  sessions.delete(String(request.headers["mcp-session-id"]));
  send(response, 204);
}
