import type { Caller } from "../call.ts";
import type { Asked } from "../dispatch/tool-request.ts";
import type { AddressOf } from "./client-address.ts";
import type { EventStream } from "./event-stream.ts";
import type { Exchange } from "./reply.ts";

/** Who asks over HTTP. Made for each request, so it holds what it may be asked for instead of closures over that. */
export class HttpAsked implements Asked {
  readonly caller: Caller;
  readonly notify: Asked["notify"];
  readonly #exchange: Exchange;
  readonly #goingMatters: boolean;
  readonly #addressOf: AddressOf;

  /**
   * @param modern whether the client calls off by going away, as it does since MCP 2026-07-28
   * @param events where notifications go; undefined if the client takes none
   */
  constructor(
    exchange: Exchange,
    caller: Caller,
    modern: boolean,
    addressOf: AddressOf,
    events?: EventStream,
  ) {
    this.caller = caller;
    this.notify = events?.notify;
    this.#exchange = exchange;
    this.#goingMatters = modern;
    this.#addressOf = addressOf;
  }

  /**
   * Nothing tells the sessions of a stateless server apart, so clients of one token are told apart by where they are and
   * what they call themselves.
   */
  client(): string {
    const { request } = this.#exchange;
    return `${this.#addressOf(request)} ${request.headers["user-agent"] ?? ""}`;
  }

  whenGone(listener: () => void): void {
    if (this.#goingMatters) this.#exchange.response.once("close", listener);
  }
}
