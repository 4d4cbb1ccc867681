/** Sends requests with tokens, waits when the target requires it, and notices when the target is lost. */
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../cases/edits.ts";
import type { Credential } from "../cases/format.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import type { OwnToken, TokenPool } from "../target/tokens.ts";
import { type Authorization, type Exchange, type McpClient, makeHeaders } from "../wire/client.ts";
import type { WireRequest } from "../wire/transport.ts";
import { isUnreachable, type Loss, Reachability } from "./reachability.ts";

/** A request, its answer and its duration. */
export interface SentRequest {
  /** The request and its answer. */
  readonly exchange: Exchange;
  /** The time from the request to the whole answer, in milliseconds. */
  readonly ms: number;
}

export interface SenderOptions {
  readonly client: McpClient;
  readonly tokens: TokenPool;
  readonly signal: AbortSignal;
}

/** The most repetitions of a request after answers with Retry-After. */
const maxRetries = 5;
/** The longest wait before a repetition, in seconds. */
const maxWait = 300;

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

  /** Returns the authorization of the next request. */
  protected abstract lease(credential: Credential | OwnToken): Promise<Authorization>;

  /** Whether an authorization server issued the token of a request; undefined if that is not known. */
  isFromOauth({ request }: Exchange): boolean | undefined {
    return this.#tokens.isFromOauth(request.headers.Authorization);
  }

  /** Called when the target wants the sender to wait, since there were too many requests. */
  protected abstract onLimited(): void;

  /** Returns why the target counts as lost; `undefined` while it answers. */
  loss(): Loss | undefined {
    return this.#reachability.loss;
  }

  /** Gives the target up: then no request is sent. */
  protected lose(loss: Loss): void {
    this.#reachability.lose(loss);
  }

  /** Whether a request had no complete answer, or could not be sent. */
  wasCut(): boolean {
    return this.#reachability.wasCut;
  }

  /** Resolves when every sent request has its answer, even if the run was interrupted. */
  async waitUntilSettled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
    // Let code run first that awaits the answers.
    await delay(0);
  }

  request(method: string, params: Json | undefined, credential: Credential | OwnToken): Promise<SentRequest> {
    return this.#withRetries(credential, (authorization) =>
      this.#client.request(method, params, authorization),
    );
  }

  /**
   * Checks that the target accepts connections; its answer does not matter. Throws a TargetUnreachable if it does not.
   * The answer does not reset the count of unanswered requests: a target that answers only this request is lost, too.
   */
  confirm(credential: Credential): Promise<SentRequest> {
    return this.#withRetries(
      credential,
      (authorization) => this.#client.request("ping", undefined, authorization),
      () => undefined,
    );
  }

  /** Sends a request that may be invalid. `make` gets the headers that a correct request has. */
  send(
    make: (headers: Readonly<Record<string, string>>, nextId: () => number) => WireRequest,
    credential: Credential | OwnToken,
    within: "conversation" | "alone",
  ): Promise<SentRequest> {
    const client = this.#client;
    const made = (headers: Readonly<Record<string, string>>) => make(headers, () => client.nextId());
    return this.#withRetries(credential, (authorization) =>
      within === "alone"
        ? client.send(made(makeHeaders(authorization)))
        : client.sendInSession(made, authorization),
    );
  }

  /**
   * Repeats the request when the target answers with Retry-After, unless the case tests that answer. Throws a PreconditionError if
   * the target keeps refusing requests for their number: such an answer says nothing about the request.
   */
  async #withRetries(
    credential: Credential | OwnToken,
    exchangeWith: (authorization: Authorization) => Promise<Exchange>,
    onAnswer = (exchange: Exchange) => this.#reachability.count(exchange),
  ): Promise<SentRequest> {
    for (let retries = 0, connects = 0; ; ) {
      const authorization = await this.lease(credential);
      const startedAt = performance.now();
      const exchange = await this.#trackExchange(
        this.#tokens.during(authorization, () => exchangeWith(authorization)),
      );
      const ms = performance.now() - startedAt;
      if (isUnreachable(exchange)) {
        await this.#reachability.reconnect(exchange.answer.broken, connects++);
        continue;
      }
      onAnswer(exchange);
      const seconds = retryAfter(exchange);
      if (seconds === undefined || isOwn(credential)) return { exchange, ms };
      if (retries++ === maxRetries || seconds > maxWait)
        return { exchange: requireAnswer(exchange, seconds), ms };
      if (exchange.answer.kind !== "broken" && exchange.answer.reply.status === 429) this.onLimited();
      this.#tokens.backOff(authorization, seconds);
    }
  }

  #trackExchange<T>(exchange: Promise<T>): Promise<T> {
    this.#pending.add(exchange);
    return exchange.finally(() => this.#pending.delete(exchange));
  }
}

export function isOwn(credential: Credential | OwnToken): credential is OwnToken {
  return typeof credential === "object" && "authorization" in credential;
}

/** Returns the seconds to wait if the target requires it (RFC 9110, section 10.2.3). */
function retryAfter({ answer }: Exchange): number | undefined {
  if (answer.kind === "broken" || (answer.reply.status !== 429 && answer.reply.status !== 503))
    return undefined;
  const text = answer.reply.headers["retry-after"] ?? "1";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(seconds, 0.1) : 1;
}

/**
 * Throws a PreconditionError for HTTP 429 with a wait: then the number of requests is the reason. A target that lets the client
 * return at once, and refuses the request again, has answered it. So have others that send Retry-After.
 */
function requireAnswer(exchange: Exchange, seconds: number): Exchange {
  const { answer } = exchange;
  if (answer.kind === "broken" || answer.reply.status !== 429 || seconds < 1) return exchange;
  const why = `the target takes no more requests now (HTTP 429, for ${Math.ceil(seconds)} s)`;
  throw new PreconditionError("limited", why, exchange);
}
