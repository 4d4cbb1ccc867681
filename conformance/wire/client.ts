/** A minimal MCP client of our own, which shows exactly what was sent and what came back. */
import type { Json } from "../cases/edits.ts";
import { type Answer, answerTo } from "./answer.ts";
import { clientInfo } from "./request-metadata.ts";
import type { Transport, WireRequest } from "./transport.ts";

/** A request and its answer. */
export interface Exchange {
  readonly request: WireRequest;
  readonly answer: Answer;
}

/** The whole value of the `Authorization` header, or none. */
export type Authorization = string | undefined;

/** A target that loses its session this many times in a row is treated as having none. */
const maxReopenings = 3;

export const sessionHeader = "Mcp-Session-Id";

/** Headers that MCP requires of every POST (2025-11-25, Transports, Sending Messages to the Server). */
const postHeaders = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/** Speaks MCP with one target, for any number of tokens. */
export type McpClient = Awaited<ReturnType<typeof connect>>;

/**
 * Opens the connection as MCP 2025-11-25 requires (Lifecycle): `initialize`, then `notifications/initialized`. A
 * target that answers with `Mcp-Session-Id` gets a session per token; any other is stateless and initialized once.
 * A session that the target has lost (404) is opened again (Transports, Session Management).
 */
export async function connect(transport: Transport, version: string, firstAuthorization: Authorization) {
  let lastId = 0;
  let initializationRequests = 0;
  const nextId = () => ++lastId;
  const initialization = await initialize(firstAuthorization);
  const firstSession = readSession(initialization);
  const negotiatedVersion = versionIn(initialization.answer) ?? version;
  const sessions = new Map([[firstAuthorization, Promise.resolve(firstSession)]]);
  return {
    /** The request and the answer of the first `initialize`. */
    initialization,
    /** The number of requests that opened sessions so far. */
    initializationRequests: () => initializationRequests,
    /** An id that no request has used. */
    nextId,
    send,
    sendInSession,
    request: (method: string, params: Json | undefined, authorization: Authorization) =>
      sendInSession((headers) => requestOf(method, params, headers), authorization),
  };

  /** Sends a request as it is; it need not be valid MCP. */
  async function send(wanted: WireRequest): Promise<Exchange> {
    return { request: wanted, answer: answerTo(wanted.id, await transport.send(wanted)) };
  }

  function requestOf(method: string, params: Json | undefined, headers: Record<string, string>): WireRequest {
    const id = nextId();
    const message = { jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) };
    return { id, headers, body: JSON.stringify(message) };
  }

  async function initialize(caller: Authorization): Promise<Exchange> {
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    initializationRequests++;
    const opened = await send(requestOf("initialize", params, headersWith(caller)));
    if (opened.answer.kind !== "result") return opened;
    const headers = headersWith(caller, versionIn(opened.answer) ?? version, readSession(opened));
    initializationRequests++;
    await send({ headers, body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }) });
    return opened;
  }

  /** Sends a request in the session of a token; `make` gets the headers that a correct request has. */
  async function sendInSession(
    make: (headers: Record<string, string>) => WireRequest,
    authorization: Authorization,
  ): Promise<Exchange> {
    for (let attempt = 0; ; attempt++) {
      const session = firstSession === undefined ? undefined : await sessionFor(authorization);
      const exchange = await send(make(headersWith(authorization, negotiatedVersion, session)));
      if (attempt === maxReopenings || !isSessionLost(exchange, session)) return exchange;
      await dropSession(session);
    }
  }

  function sessionFor(caller: Authorization): Promise<string | undefined> {
    const session = sessions.get(caller) ?? openSessionFor(caller);
    sessions.set(caller, session);
    return session;
  }

  /** A token that gets no session of its own (because it is invalid) uses the session of the first token. */
  async function openSessionFor(caller: Authorization): Promise<string | undefined> {
    const own = readSession(await initialize(caller));
    if (own !== undefined || caller === firstAuthorization) return own;
    return sessionFor(firstAuthorization);
  }

  /** Several requests may notice the loss at once: a session that was opened since is kept. */
  async function dropSession(lost: string | undefined): Promise<void> {
    for (const [owner, session] of sessions) {
      if ((await session) === lost && sessions.get(owner) === session) sessions.delete(owner);
    }
  }
}

/** Headers of a correct request; without a session unless one is named. */
export function headersWith(
  authorization: Authorization,
  version?: string,
  session?: string,
): Record<string, string> {
  return {
    ...postHeaders,
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(version !== undefined && { "MCP-Protocol-Version": version }),
    ...(session !== undefined && { [sessionHeader]: session }),
  };
}

/** The protocol version in the answer to `initialize`. */
export function versionIn(answer: Answer): string | undefined {
  const version = answer.kind === "result" ? answer.result.protocolVersion : undefined;
  return typeof version === "string" ? version : undefined;
}

/** A 404 means that the server has ended the session and expects a new one to be opened. */
function isSessionLost({ request, answer }: Exchange, session: string | undefined): boolean {
  const isOfSession = session !== undefined && request.headers[sessionHeader] === session;
  return isOfSession && answer.kind !== "broken" && answer.reply.status === 404;
}

function readSession({ answer }: Exchange): string | undefined {
  return answer.kind === "broken" ? undefined : answer.reply.headers["mcp-session-id"];
}
