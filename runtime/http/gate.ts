/** Checks requests to the endpoint, up to their bodies. `message-gate.ts` checks what the bodies say. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { type Malformed, type Message, notJson, readMessage } from "../messages/message.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/call.ts";
import type { Service } from "../service/service.ts";
import { anonymousCallers } from "./anonymous-callers.ts";
import { bearerToken } from "./bearer.ts";
import { type BodyLimits, readBody } from "./body.ts";
import type { AddressOf } from "./client-address.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import type { Exchange, Unread } from "./exchange.ts";
import type { FairQueue } from "./fair-queue.ts";
import type { CheckMessage } from "./message-gate.ts";
import type { Limit } from "./rate-limit.ts";
import * as refusals from "./refusals.ts";
import { refuse, refuseAndClose, sendContinue } from "./responses.ts";
import type { SharedBudget } from "./shared-budget.ts";

/** The caller of a Bearer token; undefined if the token is unknown, expired or revoked. */
export type Authenticate = (token: string) => Awaitable<Caller | undefined>;

export interface GateOptions {
  readonly service: Service;
  readonly authenticate: Authenticate;
  readonly limit: Limit;
  readonly addressOf: AddressOf;
  readonly maxBodyBytes: number;
  /** What the bodies of all messages that are not answered yet may hold together. */
  readonly budget: SharedBudget;
  /** Runs what blocks the event loop. */
  readonly queue: FairQueue;
  readonly errorBoundary: ErrorBoundary;
  /** Called with what arrived. */
  readonly checkMessage: CheckMessage;
}

/**
 * Checks, in this order: method, token, content type, size and rate; then reads the message. Each step calls the next
 * one. No step waits for a promise if its value is there at once, since that would cost every request.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #bodyLimits: BodyLimits;
  readonly #anonymous: ((request: IncomingMessage) => Caller) | undefined;
  readonly #wrongMethod: refusals.HttpRefusal;
  readonly #tooLarge: refusals.HttpRefusal;

  constructor(options: GateOptions) {
    const { service, addressOf, maxBodyBytes, budget } = options;
    this.#options = options;
    this.#bodyLimits = { maxBytes: maxBodyBytes, budget };
    this.#anonymous = service.auth.scheme === "none" ? anonymousCallers(service, addressOf) : undefined;
    this.#wrongMethod = refusals.wrongMethod(service.path);
    this.#tooLarge = refusals.tooLarge(maxBodyBytes);
  }

  check(exchange: Exchange): void {
    if (exchange.request.method !== "POST") refuse(exchange, this.#wrongMethod);
    else if (this.#anonymous) this.#receiveBody(exchange, this.#anonymous(exchange.request));
    else this.#checkToken(exchange, bearerToken(exchange.request));
  }

  #checkToken(exchange: Exchange, token: string | undefined): void {
    const { service, authenticate, errorBoundary } = this.#options;
    const caller = token ? authenticate(token) : undefined;
    errorBoundary.runWith(exchange, caller, (authenticated) => {
      if (authenticated) this.#receiveBody(exchange, authenticated);
      else refuse(exchange, refusals.unauthorized(service.auth, token !== undefined));
    });
  }

  #receiveBody(exchange: Exchange, caller: Caller): void {
    const problem = contentProblem(exchange.request) ?? this.#sizeProblem(exchange.request);
    if (problem) {
      refuse(exchange, problem);
      return;
    }
    sendContinue(exchange);
    readBody(exchange, this.#bodyLimits, this.#ownerOf(caller), (bytes) => {
      if (bytes === "too slow") refuseAndClose(exchange, refusals.tooSlow);
      else this.#options.errorBoundary.run(exchange, () => this.#checkRate(exchange, caller, bytes));
    });
  }

  #sizeProblem({ headers }: IncomingMessage): refusals.HttpRefusal | undefined {
    return Number(headers["content-length"] ?? 0) > this.#bodyLimits.maxBytes ? this.#tooLarge : undefined;
  }

  /** Every body counts, before it is parsed: parsing is most of what a refused message would cost. */
  #checkRate(exchange: Exchange, caller: Caller, bytes: Buffer | Unread): void {
    const { service, limit, errorBoundary, checkMessage } = this.#options;
    errorBoundary.runWith(exchange, limit(caller.token), (verdict) => {
      if (!verdict.allowed)
        refuse(exchange, refusals.tooMany(service, refusedMessage(bytes), verdict.retryAfterSeconds));
      else if (typeof bytes === "string")
        refuse(exchange, bytes === "no room" ? refusals.noRoom : this.#tooLarge);
      else if (bytes.length > largeBytes) this.#checkInTurn(exchange, caller, bytes);
      else checkMessage(exchange, caller, parse(bytes));
    });
  }

  /** To parse and validate 4 MiB takes some tenths of a second. */
  #checkInTurn(exchange: Exchange, caller: Caller, bytes: Buffer): void {
    const { queue, errorBoundary, checkMessage } = this.#options;
    const remove = queue.add(this.#ownerOf(caller), () =>
      errorBoundary.run(exchange, () => checkMessage(exchange, caller, parse(bytes))),
    );
    exchange.response.once("close", remove);
  }

  /** Who shares memory and time with the caller's other requests: the account, or the network of an anonymous caller. */
  #ownerOf({ account, token }: Caller): string {
    return this.#anonymous ? token : account;
  }
}

function contentProblem({ headers }: IncomingMessage): refusals.HttpRefusal | undefined {
  if (!isJson(headers["content-type"] ?? "")) return refusals.wrongContentType;
  const encoding = (headers["content-encoding"] ?? "identity").toLowerCase();
  return encoding === "identity" ? undefined : refusals.encodedBody;
}

/** Almost all messages are smaller. */
const largeBytes = 64 * 1024;

/** A refusal has the id of its request where that is cheap to know. Almost all requests are smaller. */
const maxRefusedBytes = 16 * 1024;

function refusedMessage(bytes: Buffer | Unread): Message | Malformed | undefined {
  return typeof bytes === "string" || bytes.length > maxRefusedBytes ? undefined : parse(bytes);
}

function parse(bytes: Buffer): Message | Malformed {
  return isUtf8(bytes) ? readMessage(bytes.toString()) : notJson("The body is not valid UTF-8.");
}

function isJson(contentType: string): boolean {
  return contentType === "application/json" || /^application\/json[ \t]*(;|$)/i.test(contentType);
}
