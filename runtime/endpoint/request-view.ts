import type { BearerRequest } from "../service/http-request.ts";
import type { Exchange } from "./exchange.ts";

/** What handlers and `authenticate` see of an exchange. A class, since one is made for each request; it reads what is asked for. */
export class RequestView implements BearerRequest {
  readonly #exchange: Exchange;
  readonly #token: string;

  /** @param token empty where it does not matter */
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
