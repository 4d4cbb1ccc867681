/** Sends requests with tokens, waits as the target asks, and notices when it is gone. */
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../cases/edits.ts";
import type { Credential } from "../cases/format.ts";
import type { OwnToken, TokenPool } from "../target/tokens.ts";
import { type Authorization, type Exchange, headersWith, type McpClient } from "../wire/client.ts";
import type { WireRequest } from "../wire/transport.ts";
import { isUnreachable, Reachability } from "./reachability.ts";

/** A request, its answer and how long that took. */
export interface SentRequest {
  readonly exchange: Exchange;
  readonly ms: number;
}

export interface SenderOptions {
  readonly client: McpClient;
  readonly tokens: TokenPool;
  readonly signal: AbortSignal;
}

/** After this many answers with Retry-After a request is not repeated any more. */
const maxRetries = 5;

/** Every method throws a PreconditionError if there is no token for the request. */
export abstract class Sender {
  readonly #client: McpClient;
  readonly #tokens: TokenPool;
  readonly #reachability: Reachability;
  /** Requests that have no answer yet. */
  readonly #pending = new Set<Promise<unknown>>();

  constructor({ client, tokens, signal }: SenderOptions) {
    this.#client = client;
    this.#tokens = tokens;
    this.#reachability = new Reachability(signal);
  }

  /** The authorization of the next request. */
  protected abstract lease(credential: Credential | OwnToken): Promise<Authorization>;

  /** Why the target counts as lost, as a sentence; `undefined` while it answers. */
  lost(): string | undefined {
    return this.#reachability.lost;
  }

  /** Whether a request had no whole answer, or could not be sent. */
  wasCut(): boolean {
    return this.#reachability.wasCut;
  }

  /** Resolves when every request that was sent has its answer, also if the run was interrupted meanwhile. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
    // Those that wait for the answers go first.
    await delay(0);
  }

  request(method: string, params: Json | undefined, credential: Credential | OwnToken): Promise<SentRequest> {
    return this.#withRetries(credential, (authorization) =>
      this.#client.request(method, params, authorization),
    );
  }

  /**
   * Asks whether the target is still there; its answer does not matter. Throws a TargetUnreachable if it is not.
   * It does not count as a sign of life: a target that cuts off every call but this one is lost, too.
   */
  confirm(credential: Credential): Promise<unknown> {
    return this.#withRetries(
      credential,
      (authorization) => this.#client.request("ping", undefined, authorization),
      () => undefined,
    );
  }

  /** Sends a request that may be invalid. `make` gets the headers that a correct request has. */
  send(
    make: (headers: Readonly<Record<string, string>>, nextId: () => number) => WireRequest,
    credential: Credential,
    within: "conversation" | "alone",
  ): Promise<SentRequest> {
    const client = this.#client;
    const made = (headers: Readonly<Record<string, string>>) => make(headers, () => client.nextId());
    return this.#withRetries(credential, (authorization) =>
      within === "alone"
        ? client.send(made(headersWith(authorization)))
        : client.sendInSession(made, authorization),
    );
  }

  /** Repeats the request when the target answers with Retry-After, unless the case itself wants to see that. */
  async #withRetries(
    credential: Credential | OwnToken,
    exchangeWith: (authorization: Authorization) => Promise<Exchange>,
    onAnswer = (exchange: Exchange) => this.#reachability.count(exchange),
  ): Promise<SentRequest> {
    for (let retries = 0, connects = 0; ; ) {
      const authorization = await this.lease(credential);
      const startedAt = performance.now();
      const exchange = await this.#tracked(exchangeWith(authorization));
      const ms = performance.now() - startedAt;
      if (isUnreachable(exchange)) {
        await this.#reachability.reconnect(exchange.answer.broken.problem, connects++);
        continue;
      }
      onAnswer(exchange);
      const seconds = retryAfter(exchange);
      if (seconds === undefined || retries++ === maxRetries || isOwn(credential)) return { exchange, ms };
      this.#tokens.backOff(authorization, seconds);
    }
  }

  #tracked<T>(exchange: Promise<T>): Promise<T> {
    this.#pending.add(exchange);
    return exchange.finally(() => this.#pending.delete(exchange));
  }
}

export function isOwn(credential: Credential | OwnToken): credential is OwnToken {
  return typeof credential === "object" && "authorization" in credential;
}

/** The seconds to wait if the target asked for that (RFC 9110, section 10.2.3). */
function retryAfter({ answer }: Exchange): number | undefined {
  if (answer.kind === "broken" || (answer.reply.status !== 429 && answer.reply.status !== 503))
    return undefined;
  const text = answer.reply.headers["retry-after"] ?? "1";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0.1), 300) : 1;
}
