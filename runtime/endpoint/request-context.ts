import type { RequestContext } from "../calls/tool-request.ts";
import type { Caller } from "../service/caller.ts";
import type { HttpRequest } from "../service/http-request.ts";
import type { EventStream } from "./event-stream.ts";
import type { Exchange } from "./exchange.ts";
import { RequestView } from "./request-view.ts";

/** The context of a request over HTTP. A class, since one is made for each request and closures would cost more. */
export class HttpRequestContext implements RequestContext {
  readonly caller: Caller;
  readonly notify: RequestContext["notify"];
  readonly viaOAuth: boolean;
  readonly #exchange: Exchange;
  readonly #isModern: boolean;

  /**
   * @param isModern whether the request follows MCP 2026-07-28, where a client cancels by closing the response
   * @param events the stream for notifications; undefined if the client takes none
   */
  constructor(exchange: Exchange, caller: Caller, isModern: boolean, events?: EventStream) {
    this.caller = caller;
    this.notify = events?.notify;
    this.viaOAuth = exchange.resource !== undefined;
    this.#exchange = exchange;
    this.#isModern = isModern;
  }

  get request(): HttpRequest {
    return new RequestView(this.#exchange);
  }

  /** A stateless server has no sessions, so address and user agent tell the clients of one token apart. */
  clientKey(): string {
    return `${this.#exchange.address()} ${this.#exchange.header("user-agent") ?? ""}`;
  }

  onDisconnect(listener: () => void): void {
    if (this.#isModern) this.#exchange.onClose(listener);
  }
}
