/** Checks requests to the endpoint. `delivery.ts` checks the version of their messages. */
import { allScopes } from "../calls/redaction.ts";
import { MAX_VALUES, type Malformed, type Message, readBytes } from "../messages/message.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { BearerRequest } from "../service/http-request.ts";
import { networkOf } from "../service/network.ts";
import type { Service } from "../service/service.ts";
import { bearerToken } from "./bearer.ts";
import { type BodyLimits, readBody } from "./body.ts";
import type { Delivery } from "./delivery.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import { acceptsEventStream } from "./event-stream.ts";
import type { Exchange, HttpRefusal, Unread } from "./exchange.ts";
import type { FairQueue } from "./fair-queue.ts";
import type { ProtectedResource } from "./protected-resource.ts";
import type { Limit } from "./rate-limit.ts";
import * as refusals from "./refusals.ts";
import { RequestView } from "./request-view.ts";
import type { SharedBudget } from "./shared-budget.ts";
import type { CountedRate } from "./tool-rates.ts";

/** The caller of a request; undefined if its Bearer token is unknown, expired or revoked. Not called where there is none. */
export type Authenticate<Who extends Caller = Caller> = (
  request: BearerRequest,
) => Awaitable<Who | undefined>;

export interface GateOptions {
  readonly service: Service;
  readonly authenticate: Authenticate;
  /** Set where the deployment takes tokens of an authorization server. */
  readonly resource: ProtectedResource | undefined;
  readonly limit: Limit;
  readonly maxBodyBytes: number;
  /** What the bodies of all messages that are not answered yet may hold together. */
  readonly budget: SharedBudget;
  readonly errorBoundary: ErrorBoundary;
  /** The rates of the tool that a message calls. */
  readonly ratesOf: (message: Message, caller: Caller) => readonly CountedRate[];
  /** Called with a message that passed. */
  readonly deliver: Delivery["deliver"];
  /** Answers GET, where clients listen for changes. */
  readonly openStream: Delivery["openStream"] | undefined;
}

/**
 * Checks, in this order: method, token, content type, size and rate; then reads the message, and checks its form and the rates of its tool. Each step calls the next
 * one. No step waits for a promise if its value is there at once, since that would cost every request.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #bodyLimits: BodyLimits;
  readonly #maxValues: number;
  readonly #anonymous: ((exchange: Exchange) => Caller) | undefined;
  readonly #wrongMethod: HttpRefusal;
  readonly #tooLarge: HttpRefusal;

  constructor(options: GateOptions) {
    const { service, maxBodyBytes, budget } = options;
    this.#options = options;
    this.#bodyLimits = { maxBytes: maxBodyBytes, budget };
    this.#maxValues = Math.max(MAX_VALUES, Math.ceil(maxBodyBytes / BYTES_OF_A_VALUE));
    this.#anonymous = service.auth.scheme === "none" ? anonymousCallers(service) : undefined;
    this.#wrongMethod = refusals.wrongMethod(service.path);
    this.#tooLarge = refusals.tooLarge(maxBodyBytes);
  }

  check(exchange: Exchange, publicUrl: string): void {
    const isStream = exchange.method === "GET" && this.#options.openStream && acceptsEventStream(exchange);
    if (exchange.method !== "POST" && !isStream) exchange.refuse(this.#wrongMethod);
    else if (this.#anonymous) this.#receiveBody(exchange, this.#anonymous(exchange));
    else this.#checkToken(exchange, bearerToken(exchange), publicUrl);
  }

  /** Tokens of the service itself come first: those are known at once, while an authorization server may have to be asked. */
  #checkToken(exchange: Exchange, token: string | undefined, publicUrl: string): void {
    const { service, authenticate, resource, errorBoundary } = this.#options;
    const own = token ? authenticate(new RequestView(exchange, token)) : undefined;
    errorBoundary.runWith(exchange, own, (known) => {
      if (known) {
        this.#receiveBody(exchange, known);
        return;
      }
      const url = resource?.resourceAt(publicUrl) ?? "";
      const issued = token ? resource?.issuer.authenticate(token, url, exchange.address()) : undefined;
      errorBoundary.runWith(exchange, issued, (caller) => {
        if (caller) {
          exchange.resource = url;
          this.#receiveBody(exchange, caller);
        } else
          exchange.refuse(refusals.unauthorized(service.auth, token !== undefined, resource?.signIn(url)));
      });
    });
  }

  /** The caller of an exchange whose answer is still open; undefined if its token does not hold any more. */
  authenticateAgain(exchange: Exchange, caller: Caller): Awaitable<Caller | undefined> {
    const token = bearerToken(exchange) ?? "";
    const { authenticate, resource } = this.#options;
    if (this.#anonymous) return caller;
    if (exchange.resource !== undefined)
      return resource?.issuer.authenticate(token, exchange.resource, exchange.address());
    return authenticate(new RequestView(exchange, token));
  }

  #receiveBody(exchange: Exchange, caller: Caller): void {
    if (exchange.method === "GET") {
      this.#openStream(exchange, caller);
      return;
    }
    const isTooLarge = Number(exchange.header("content-length") ?? 0) > this.#bodyLimits.maxBytes;
    const problem = contentProblem(exchange) ?? (isTooLarge ? this.#tooLarge : undefined);
    if (problem) {
      exchange.refuse(problem);
      return;
    }
    exchange.sendContinue();
    readBody(exchange, this.#bodyLimits, this.#ownerOf(caller), (bytes) => {
      if (bytes === "too slow") exchange.refuseAndClose(refusals.tooSlow);
      else this.#options.errorBoundary.run(exchange, () => this.#checkRate(exchange, caller, bytes));
    });
  }

  #openStream(exchange: Exchange, caller: Caller): void {
    const { service, limit, errorBoundary, openStream } = this.#options;
    errorBoundary.runWith(exchange, limit(caller.token), (verdict) => {
      if (verdict.allowed) openStream?.(exchange, caller);
      else exchange.refuse(refusals.tooMany(service, undefined, verdict.retryAfterSeconds));
    });
  }

  /** Every body counts, before it is parsed: parsing is most of what a refused message would cost. */
  #checkRate(exchange: Exchange, caller: Caller, bytes: Uint8Array | Unread): void {
    const { service, limit, errorBoundary } = this.#options;
    errorBoundary.runWith(exchange, limit(caller.token), (verdict) => {
      if (!verdict.allowed)
        exchange.refuse(refusals.tooMany(service, refusedMessage(bytes), verdict.retryAfterSeconds));
      else if (typeof bytes === "string")
        exchange.refuse(bytes === "no room" ? refusals.noRoom : this.#tooLarge);
      else if (bytes.length > largeBytes && exchange.queue)
        this.#checkInTurn(exchange, exchange.queue, caller, bytes);
      else this.#checkMessage(exchange, caller, readBytes(bytes, this.#maxValues));
    });
  }

  /** To parse and validate 4 MiB takes some tenths of a second. */
  #checkInTurn(exchange: Exchange, queue: FairQueue, caller: Caller, bytes: Uint8Array): void {
    const { errorBoundary } = this.#options;
    const remove = queue.add(this.#ownerOf(caller), () =>
      errorBoundary.run(exchange, () =>
        this.#checkMessage(exchange, caller, readBytes(bytes, this.#maxValues)),
      ),
    );
    exchange.onClose(remove);
  }

  #checkMessage(exchange: Exchange, caller: Caller, message: Message | Malformed): void {
    if (message.kind === "malformed") exchange.refuse(refusals.malformed(message));
    else this.#checkToolRates(exchange, caller, message, this.#options.ratesOf(message, caller));
  }

  #checkToolRates(
    exchange: Exchange,
    caller: Caller,
    message: Message,
    [rate, ...others]: readonly CountedRate[],
  ): void {
    const { service, errorBoundary, deliver } = this.#options;
    if (rate === undefined) {
      deliver(exchange, caller, message);
      return;
    }
    errorBoundary.runWith(exchange, rate.limit(caller.token), (verdict) => {
      if (verdict.allowed) this.#checkToolRates(exchange, caller, message, others);
      else exchange.refuse(refusals.tooMany(service, message, verdict.retryAfterSeconds, rate.rule));
    });
  }

  /** Who shares memory and time with the caller's other requests: the account, or the network of an anonymous caller. */
  #ownerOf({ account, token }: Caller): string {
    return this.#anonymous ? token : account;
  }
}

/** Where the spec says `auth.scheme: none`, callers have all scopes, and the request rate counts by network. */
function anonymousCallers(service: Service): (exchange: Exchange) => Caller {
  const scopes = allScopes(service);
  return (exchange) => ({ account: "anonymous", token: networkOf(exchange.address()), scopes });
}

function contentProblem(exchange: Exchange): HttpRefusal | undefined {
  if (!isJson(exchange.header("content-type") ?? "")) return refusals.wrongContentType;
  const encoding = (exchange.header("content-encoding") ?? "identity").toLowerCase();
  return encoding === "identity" ? undefined : refusals.encodedBody;
}

/** Where bodies may be larger than usual, they may have more values. */
const BYTES_OF_A_VALUE = 20;

/** Almost all messages are smaller. */
const largeBytes = 64 * 1024;

/** A refusal has the id of its request where that is cheap to know. Almost all requests are smaller. */
const maxRefusedBytes = 16 * 1024;

function refusedMessage(bytes: Uint8Array | Unread): Message | Malformed | undefined {
  return typeof bytes === "string" || bytes.length > maxRefusedBytes ? undefined : readBytes(bytes);
}

function isJson(contentType: string): boolean {
  return contentType === "application/json" || /^application\/json[ \t]*(;|$)/i.test(contentType);
}
