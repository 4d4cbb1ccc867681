/** The context of a request over HTTP. */
import type { ClientLink, OpenRequests } from "../calls/client-link.ts";
import { capabilitiesIn } from "../calls/session-id.ts";
import type { RequestContext } from "../calls/tool-request.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { HttpRequest } from "../service/http-request.ts";
import { acceptsEventStream, type EventStream, eventStream } from "./event-stream.ts";
import type { Exchange } from "./exchange.ts";
import { RequestView } from "./request-view.ts";

/** The header with the session id of MCP 2025-11-25 and earlier revisions. */
const sessionHeader = "mcp-session-id";

/** The objects that the contexts of all requests share. */
export interface SharedContext {
  readonly requests: OpenRequests;
  readonly authenticateAgain: (exchange: Exchange, caller: Caller) => Awaitable<Caller | undefined>;
}

/** It is a class because one is made for each request, and closures would cost more. */
export class HttpRequestContext implements RequestContext {
  readonly caller: Caller;
  readonly viaOAuth: boolean;
  readonly #exchange: Exchange;
  readonly #isModern: boolean;
  readonly #shared: SharedContext;
  #events: EventStream | undefined;

  /** @param isModern whether the request follows MCP 2026-07-28, where a client cancels by closing the response */
  constructor(exchange: Exchange, caller: Caller, isModern: boolean, shared: SharedContext) {
    this.caller = caller;
    this.#shared = shared;
    this.viaOAuth = exchange.resource !== undefined;
    this.#exchange = exchange;
    this.#isModern = isModern;
  }

  /**
   * The stream for messages before the answer; undefined if the client accepts none. It is created on first use: creating one for
   * every request made pings a third slower.
   */
  get events(): EventStream | undefined {
    if (acceptsEventStream(this.#exchange)) this.#events ??= eventStream(this.#exchange);
    return this.#events;
  }

  /** Whether a message was sent, so that the answer must follow as an event. */
  get hasSent(): boolean {
    return this.#events?.isOpen === true;
  }

  get notify(): RequestContext["notify"] {
    return this.events?.send;
  }

  get request(): HttpRequest {
    return new RequestView(this.#exchange);
  }

  /** Identifies a client by its session, or by address and user agent: only clients that answer requests have sessions. */
  clientKey(): string {
    const exchange = this.#exchange;
    const client =
      exchange.header(sessionHeader) ?? `${exchange.address()} ${exchange.header("user-agent") ?? ""}`;
    return `${this.caller.token} ${client}`;
  }

  get client(): ClientLink | undefined {
    const session = this.#isModern ? undefined : this.#exchange.header(sessionHeader);
    if (session === undefined || this.notify === undefined) return undefined;
    return this.#shared.requests.link(this.caller, capabilitiesIn(session), this.notify);
  }

  async renew(): Promise<Caller | undefined> {
    return this.events?.keepAlive() ? this.#shared.authenticateAgain(this.#exchange, this.caller) : undefined;
  }

  onDisconnect(listener: () => void): void {
    if (this.#isModern) this.#exchange.onClose(listener);
  }
}
