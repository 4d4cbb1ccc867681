/** The suite's own minimal MCP client, which shows the exact requests and answers. */
import type { Json } from "../cases/edits.ts";
import { type Answer, toAnswer } from "./answer.ts";
import { clientInfo, modernRequest } from "./request-metadata.ts";
import type { Transport, WireRequest } from "./transport.ts";

/** A request and its answer. */
export interface Exchange {
  /** The request as it was sent. */
  readonly request: WireRequest;
  /** The answer as it was read. */
  readonly answer: Answer;
}

/** The whole value of the `Authorization` header, or none. */
export type Authorization = string | undefined;

/** A target that loses its session this many times in a row is treated as having none. */
const maxReopenings = 3;

export const sessionHeader = "Mcp-Session-Id";

/** Headers that MCP requires of every POST (2025-11-25, Transports, Sending Messages to the Server). */
const postHeaders = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/** The properties that the requests of a connection share. */
interface Negotiated {
  /** The request and the answer of the first `initialize`. */
  readonly initialization: Exchange;
  /** The version of MCP in every request. */
  readonly version: string;
  /** The session of the first token; undefined if the target has no sessions. */
  readonly session: string | undefined;
  /** Whether the target has no handshake, so that each request says the version for itself. */
  readonly isModern: boolean;
}

/**
 * Opens the connection as MCP 2025-11-25 requires (Lifecycle): `initialize`, then `notifications/initialized`. A
 * target that answers with `Mcp-Session-Id` gets a session per token; any other is stateless and initialized once.
 * A session that the target has lost (404) is opened again (Transports, Session Management).
 * A target that refuses `initialize`, and answers a request of MCP 2026-07-28, gets the requests of that version.
 */
export async function connect(
  transport: Transport,
  version: string,
  firstAuthorization: Authorization,
): Promise<McpClient> {
  const opening = new Opening(transport, version);
  const initialization = await opening.initialize(firstAuthorization);
  return new McpClient(opening, firstAuthorization, {
    initialization,
    version: readVersion(initialization.answer) ?? version,
    session: readSession(initialization),
    isModern: isRefused(initialization) && (await opening.servesWithoutHandshake(firstAuthorization)),
  });
}

/** Whether the target has answered, and does not open a connection by `initialize`. */
function isRefused({ answer }: Exchange): boolean {
  if (answer.kind === "broken" || answer.kind === "result") return false;
  return ![401, 403, 429, 503].includes(answer.reply.status);
}

/** Sends messages with unique ids, and opens sessions. */
class Opening {
  readonly #transport: Transport;
  /** The version of MCP that `initialize` requests. */
  readonly #version: string;
  #lastId = 0;
  /** The number of requests that opened sessions so far. */
  requests = 0;

  constructor(transport: Transport, version: string) {
    this.#transport = transport;
    this.#version = version;
  }

  nextId(): number {
    return ++this.#lastId;
  }

  async send(wanted: WireRequest): Promise<Exchange> {
    return { request: wanted, answer: toAnswer(wanted.id, await this.#transport.send(wanted)) };
  }

  makeRequest(method: string, params: Json | undefined, headers: Record<string, string>): WireRequest {
    const id = this.nextId();
    const message = { jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) };
    return { id, headers, body: JSON.stringify(message) };
  }

  /** Whether the target answers a request of MCP 2026-07-28. */
  async servesWithoutHandshake(caller: Authorization): Promise<boolean> {
    for (const method of ["server/discover", "tools/list"]) {
      this.requests++;
      const sent = await this.send(modernRequest(method)(makeHeaders(caller), () => this.nextId()));
      if (sent.answer.kind === "result") return true;
    }
    return false;
  }

  async initialize(caller: Authorization): Promise<Exchange> {
    const params = { protocolVersion: this.#version, capabilities: {}, clientInfo };
    this.requests++;
    const opened = await this.send(this.makeRequest("initialize", params, makeHeaders(caller)));
    if (opened.answer.kind !== "result") return opened;
    const headers = makeHeaders(caller, readVersion(opened.answer) ?? this.#version, readSession(opened));
    this.requests++;
    await this.send({
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }),
    });
    return opened;
  }
}

/** Speaks MCP with one target, for any number of tokens. */
export class McpClient {
  readonly #opening: Opening;
  readonly #firstAuthorization: Authorization;
  readonly #negotiated: Negotiated;
  /** Token -> its session; `undefined` if the target opens none. */
  readonly #sessions: Map<Authorization, Promise<string | undefined>>;

  constructor(opening: Opening, firstAuthorization: Authorization, negotiated: Negotiated) {
    this.#opening = opening;
    this.#firstAuthorization = firstAuthorization;
    this.#negotiated = negotiated;
    this.#sessions = new Map([[firstAuthorization, Promise.resolve(negotiated.session)]]);
  }

  /** The request and the answer of the first `initialize`. */
  get initialization(): Exchange {
    return this.#negotiated.initialization;
  }

  /** Whether the target has no handshake, and serves MCP 2026-07-28. */
  get isModern(): boolean {
    return this.#negotiated.isModern;
  }

  /** The number of requests that opened sessions so far. */
  initializationRequests(): number {
    return this.#opening.requests;
  }

  /** An id that no request has used. */
  nextId(): number {
    return this.#opening.nextId();
  }

  /** Sends a request as it is; it need not be valid MCP. */
  send(wanted: WireRequest): Promise<Exchange> {
    return this.#opening.send(wanted);
  }

  /** Sends a correct request in the session of a token. */
  request(method: string, params: Json | undefined, authorization: Authorization): Promise<Exchange> {
    if (this.isModern)
      return this.send(modernRequest(method, params)(makeHeaders(authorization), () => this.nextId()));
    return this.sendInSession((headers) => this.#opening.makeRequest(method, params, headers), authorization);
  }

  /** Sends a request in the session of a token; `make` gets the headers that a correct request has. */
  async sendInSession(
    make: (headers: Record<string, string>) => WireRequest,
    authorization: Authorization,
  ): Promise<Exchange> {
    const { version, session: firstSession } = this.#negotiated;
    for (let attempt = 0; ; attempt++) {
      const session = firstSession === undefined ? undefined : await this.#sessionFor(authorization);
      const exchange = await this.send(make(makeHeaders(authorization, version, session)));
      if (attempt === maxReopenings || !isSessionLost(exchange, session)) return exchange;
      await this.#dropSession(session);
    }
  }

  #sessionFor(caller: Authorization): Promise<string | undefined> {
    const session = this.#sessions.get(caller) ?? this.#openSessionFor(caller);
    this.#sessions.set(caller, session);
    return session;
  }

  /** A token that gets no session of its own (because it is invalid) uses the session of the first token. */
  async #openSessionFor(caller: Authorization): Promise<string | undefined> {
    const own = readSession(await this.#opening.initialize(caller));
    if (own !== undefined || caller === this.#firstAuthorization) return own;
    return this.#sessionFor(this.#firstAuthorization);
  }

  /** Drops a lost session. Several requests may notice the loss at once, so a session that was opened since is kept. */
  async #dropSession(lost: string | undefined): Promise<void> {
    for (const [owner, session] of this.#sessions) {
      if ((await session) === lost && this.#sessions.get(owner) === session) this.#sessions.delete(owner);
    }
  }
}

/** Returns the headers of a correct request. */
export function makeHeaders(
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

/** Reads the protocol version in the answer to `initialize`. */
export function readVersion(answer: Answer): string | undefined {
  const version = answer.kind === "result" ? answer.result.protocolVersion : undefined;
  return typeof version === "string" ? version : undefined;
}

/** Whether the server has ended a session: it answers 404 and expects a new session. */
function isSessionLost({ request, answer }: Exchange, session: string | undefined): boolean {
  const isOfSession = session !== undefined && request.headers[sessionHeader] === session;
  return isOfSession && answer.kind !== "broken" && answer.reply.status === 404;
}

function readSession({ answer }: Exchange): string | undefined {
  return answer.kind === "broken" ? undefined : answer.reply.headers["mcp-session-id"];
}
