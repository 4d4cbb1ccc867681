import type { BearerRequest } from "../service/http-request.ts";
import type { Exchange } from "./exchange.ts";

/** The part of an exchange that handlers and `authenticate` see. A class with getters, since every request creates one and few read all of it. */
export class RequestView implements BearerRequest {
  readonly #exchange: Exchange;
  readonly #token: string;

  /** @param token empty if the reader does not need it */
  constructor(exchange: Exchange, token = "") {
    this.#exchange = exchange;
    this.#token = token;
  }

  get token(): string {
    return this.#token;
  }

  get url(): string {
    return this.#exchange.url;
  }

  get address(): string {
    return this.#exchange.address();
  }

  get headers(): BearerRequest["headers"] {
    return { get: (name) => this.#exchange.header(name.toLowerCase()) ?? null };
  }
}
