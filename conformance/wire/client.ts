import type { Json } from "../cases/edits.ts";
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
  /** How the target answered the first `initialize`. */
  readonly initialization: Exchange;
  /** Requests that opened conversations so far, in number. */
  initializationRequests(): number;
  /** Sends what is made of the headers of a right request in the conversation that was opened. */
  sendInSession(
    make: (headers: Readonly<Record<string, string>>) => WireRequest,
    authorization: Authorization,
  ): Promise<Exchange>;
  /** An id that no request has had. */
  nextId(): number;
}

/** The whole value of `Authorization`, or none. */
export type Authorization = string | undefined;

const clientInfo = { name: "toolwright-conformance", version: "1.0.0" };

/** A session that is gone again and again is no session. */
const maxReopenings = 3;

export const sessionHeader = "Mcp-Session-Id";

/** What MCP wants of every POST (2025-11-25, Transports, Sending Messages to the Server). */
const postHeaders = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/**
 * Opens as MCP 2025-11-25 wants it (Lifecycle): `initialize`, then `notifications/initialized`. A target that answers
 * with `Mcp-Session-Id` gets a session for each token; one that does not is stateless, and asked only once. A session
 * that the target has forgotten (404) is opened anew (Transports, Session Management).
 */
export async function connect(
  transport: Transport,
  version: string,
  authorization: Authorization,
): Promise<McpClient> {
  let lastId = 0;
  const nextId = () => ++lastId;
  const sessions = new Map<Authorization, Promise<string | undefined>>();
  let initializationRequests = 0;
  const initialization = await initialize(authorization);
  const negotiated = versionIn(initialization.answer) ?? version;
  const keepsSessions = sessionOf(initialization) !== undefined;
  sessions.set(authorization, Promise.resolve(sessionOf(initialization)));
  return {
    transport,
    initialization,
    initializationRequests: () => initializationRequests,
    nextId,
    sendInSession,
    send,
    request,
  };

  function request(method: string, params: Json | undefined, caller: Authorization): Promise<Exchange> {
    return sendInSession((headers) => requestOf(method, params, headers), caller);
  }

  async function sendInSession(...[make, caller]: Parameters<McpClient["sendInSession"]>): Promise<Exchange> {
    for (let attempt = 0; ; attempt++) {
      const headers = await headersFor(caller);
      const exchange = await send(make(headers));
      if (attempt === maxReopenings || !isSessionLost(exchange, headers[sessionHeader])) return exchange;
      await dropSession(headers[sessionHeader]);
    }
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
    return headersWith(caller, negotiated, keepsSessions ? await sessionFor(caller) : undefined);
  }

  function sessionFor(caller: Authorization): Promise<string | undefined> {
    const session = sessions.get(caller) ?? openSessionFor(caller);
    sessions.set(caller, session);
    return session;
  }

  /** Who gets no session of their own (a bad token) tries with that of the first. */
  async function openSessionFor(caller: Authorization): Promise<string | undefined> {
    const own = sessionOf(await initialize(caller));
    return own ?? (caller === authorization ? undefined : sessionFor(authorization));
  }

  /** Many requests may find out at the same time: what was opened since is left alone. */
  async function dropSession(lost: string | undefined): Promise<void> {
    for (const [owner, session] of sessions) {
      if ((await session) === lost && sessions.get(owner) === session) sessions.delete(owner);
    }
  }

  async function initialize(caller: Authorization): Promise<Exchange> {
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    initializationRequests++;
    const opened = await send(requestOf("initialize", params, headersWith(caller)));
    if (opened.answer.kind !== "result") return opened;
    const headers = headersWith(caller, versionIn(opened.answer) ?? version, sessionOf(opened));
    initializationRequests++;
    await send({ headers, body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }) });
    return opened;
  }
}

/** Headers of a request outside of any conversation. */
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

/** The version of MCP that an answer to `initialize` names. */
export function versionIn(answer: Answer): string | undefined {
  const version = answer.kind === "result" ? answer.result.protocolVersion : undefined;
  return typeof version === "string" ? version : undefined;
}

/** A server that answers 404 to a session has ended it, and waits for a new one to be opened. */
function isSessionLost({ request, answer }: Exchange, session: string | undefined): boolean {
  const isOfSession = session !== undefined && request.headers[sessionHeader] === session;
  return isOfSession && answer.kind !== "broken" && answer.reply.status === 404;
}

function sessionOf({ answer }: Exchange): string | undefined {
  return answer.kind === "broken" ? undefined : answer.reply.headers["mcp-session-id"];
}
