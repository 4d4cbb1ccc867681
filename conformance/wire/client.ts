import type { Json } from "toolwright/runtime";
import { type Answer, answerTo } from "./answer.ts";
import type { Transport, WireRequest } from "./transport.ts";

/** A request that was sent, and what it came to. */
export interface Exchange {
  readonly request: WireRequest;
  readonly answer: Answer;
}

/** Speaks MCP with one target, for any number of tokens. */
export interface McpClient {
  readonly transport: Transport;
  request(method: string, params: Json | undefined, authorization: Authorization): Promise<Exchange>;
  /** Sends what need not be a message at all. */
  send(request: WireRequest): Promise<Exchange>;
  /** All headers of a right request. */
  headersFor(authorization: Authorization): Promise<Record<string, string>>;
  /** An id that no request has had. */
  nextId(): number;
}

/** The whole value of `Authorization`, or none. */
export type Authorization = string | undefined;

const clientInfo = { name: "toolwright-conformance", version: "1.0.0" };

/** What MCP wants of every POST (2025-11-25, Transports, Sending Messages to the Server). */
const postHeaders = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/**
 * Opens as MCP 2025-11-25 wants it (Lifecycle): `initialize`, then `notifications/initialized`. A target that answers
 * with `Mcp-Session-Id` gets a session for each token; one that does not is stateless, and asked only once.
 */
export async function connect(
  transport: Transport,
  version: string,
  authorization: Authorization,
): Promise<Connected> {
  let lastId = 0;
  const nextId = () => ++lastId;
  const sessions = new Map<Authorization, Promise<string | undefined>>();
  const opening = await initialize(authorization);
  const negotiated = versionIn(opening.answer) ?? version;
  const session = sessionOf(opening);
  sessions.set(authorization, Promise.resolve(session));
  return { opening, client: { transport, nextId, headersFor, send, request } };

  async function request(method: string, params: Json | undefined, caller: Authorization): Promise<Exchange> {
    return send(requestOf(method, params, await headersFor(caller)));
  }

  async function send(wanted: WireRequest): Promise<Exchange> {
    return { request: wanted, answer: answerTo(wanted.id, await transport.send(wanted)) };
  }

  function requestOf(method: string, params: Json | undefined, headers: Record<string, string>): WireRequest {
    const id = nextId();
    const message = { jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) };
    return { id, headers, body: JSON.stringify(message) };
  }

  async function headersFor(caller: Authorization): Promise<Record<string, string>> {
    return headersWith(caller, negotiated, session === undefined ? undefined : await sessionFor(caller));
  }

  /** Who gets no session of their own (a bad token) tries with that of the first. */
  function sessionFor(caller: Authorization): Promise<string | undefined> {
    const known = sessions.get(caller) ?? initialize(caller).then((opened) => sessionOf(opened) ?? session);
    sessions.set(caller, known);
    return known;
  }

  async function initialize(caller: Authorization): Promise<Exchange> {
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    const opened = await send(requestOf("initialize", params, headersWith(caller)));
    if (opened.answer.kind !== "result") return opened;
    const headers = headersWith(caller, versionIn(opened.answer) ?? version, sessionOf(opened));
    await send({ headers, body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }) });
    return opened;
  }
}

function headersWith(
  authorization: Authorization,
  version?: string,
  session?: string,
): Record<string, string> {
  return {
    ...postHeaders,
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(version !== undefined && { "MCP-Protocol-Version": version }),
    ...(session !== undefined && { "Mcp-Session-Id": session }),
  };
}

export interface Connected {
  readonly client: McpClient;
  /** How the target answered `initialize`. */
  readonly opening: Exchange;
}

function versionIn(answer: Answer): string | undefined {
  const version = answer.kind === "result" ? answer.result.protocolVersion : undefined;
  return typeof version === "string" ? version : undefined;
}

function sessionOf({ answer }: Exchange): string | undefined {
  return answer.kind === "broken" ? undefined : answer.reply.headers["mcp-session-id"];
}
