/** Checks requests to the endpoint. `delivery.ts` checks the version of their messages. */
import { allScopes } from "../calls/redaction.ts";
import { MAX_VALUES, type Malformed, type Message, readBytes } from "../messages/message.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { BearerRequest } from "../service/http-request.ts";
import { findNetwork } from "../service/network.ts";
import type { Service } from "../service/service.ts";
import { bearerToken } from "./bearer.ts";
import { type BodyLimits, readBody } from "./body.ts";
import type { Delivery } from "./delivery.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import { acceptsEventStream } from "./event-stream.ts";
import type { Exchange, HttpRefusal, Unread } from "./exchange.ts";
import type { FairQueue } from "./fair-queue.ts";
import type { ProtectedResource } from "./protected-resource.ts";
import { type Limit, rateKey } from "./rate-limit.ts";
import * as refusals from "./refusals.ts";
import { RequestView } from "./request-view.ts";
import type { SharedBudget } from "./shared-budget.ts";
import type { CountedRate } from "./tool-rates.ts";

/** Returns the caller of a request; undefined if its Bearer token is unknown, expired or revoked. Not called for requests without a token. */
export type Authenticate<Who extends Caller = Caller> = (
  request: BearerRequest,
) => Awaitable<Who | undefined>;

export interface GateOptions {
  readonly service: Service;
  readonly authenticate: Authenticate;
  /** Set if the deployment accepts tokens of an authorization server. */
  readonly resource: ProtectedResource | undefined;
  readonly limit: Limit;
  readonly maxBodyBytes: number;
  /** The memory for the bodies of all messages that are not answered yet. */
  readonly budget: SharedBudget;
  readonly errorBoundary: ErrorBoundary;
  /** Returns the rates of the tool that a message calls. */
  readonly ratesOf: (message: Message, caller: Caller) => readonly CountedRate[];
  /** Called with a message that passed all checks. */
  readonly deliver: Delivery["deliver"];
  /** Answers GET with a stream of changes; undefined if the service reports none. */
  readonly openStream: Delivery["openStream"] | undefined;
}

/**
 * Checks, in this order: method, token, content type, size and rate; then reads the message, and checks its form and the rates of its
 * tool. Each step calls the next one. A step awaits nothing if it has the value already, since that would slow down every request.
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

  /** Checks the tokens of the service itself first: that is fast, while an OAuth token may need a request to the authorization server. */
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

  /** Authenticates the caller of an open stream again. Returns undefined if its token is no longer valid. */
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
    readBody(exchange, this.#bodyLimits, this.#findOwner(caller), (bytes) => {
      if (bytes === "too slow") exchange.refuseAndClose(refusals.tooSlow);
      else this.#options.errorBoundary.run(exchange, () => this.#checkRate(exchange, caller, bytes));
    });
  }

  #openStream(exchange: Exchange, caller: Caller): void {
    const { service, limit, errorBoundary, openStream } = this.#options;
    errorBoundary.runWith(exchange, limit(rateKey(service.rate, caller)), (verdict) => {
      if (verdict.allowed) openStream?.(exchange, caller);
      else exchange.refuse(refusals.tooMany(service, undefined, verdict.retryAfterSeconds));
    });
  }

  /** Counts every body before it is parsed, since parsing is the main cost of a message. */
  #checkRate(exchange: Exchange, caller: Caller, bytes: Uint8Array | Unread): void {
    const { service, limit, errorBoundary } = this.#options;
    errorBoundary.runWith(exchange, limit(rateKey(service.rate, caller)), (verdict) => {
      if (!verdict.allowed)
        exchange.refuse(refusals.tooMany(service, refusedMessage(bytes), verdict.retryAfterSeconds));
      else if (typeof bytes === "string")
        exchange.refuse(bytes === "no room" ? refusals.noRoom : this.#tooLarge);
      else if (bytes.length > largeBytes && exchange.queue)
        this.#checkInTurn(exchange, exchange.queue, caller, bytes);
      else this.#checkMessage(exchange, caller, readBytes(bytes, this.#maxValues));
    });
  }

  /** Checks a large message in the queue: parsing and validating 4 MiB takes some tenths of a second. */
  #checkInTurn(exchange: Exchange, queue: FairQueue, caller: Caller, bytes: Uint8Array): void {
    const { errorBoundary } = this.#options;
    const remove = queue.add(this.#findOwner(caller), () =>
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
    errorBoundary.runWith(exchange, rate.limit(rateKey(rate.rule, caller)), (verdict) => {
      if (verdict.allowed) this.#checkToolRates(exchange, caller, message, others);
      else exchange.refuse(refusals.tooMany(service, message, verdict.retryAfterSeconds, rate.rule));
    });
  }

  /** Returns the key under which requests share memory and time: the account, or the network of an anonymous caller. */
  #findOwner({ account, token }: Caller): string {
    return this.#anonymous ? token : account;
  }
}

/** Creates the callers of a service with `auth.scheme: none`: they have all scopes, and the request rate counts them by network. */
function anonymousCallers(service: Service): (exchange: Exchange) => Caller {
  const scopes = allScopes(service);
  return (exchange) => ({ account: "anonymous", token: findNetwork(exchange.address()), scopes });
}

function contentProblem(exchange: Exchange): HttpRefusal | undefined {
  if (!isJson(exchange.header("content-type") ?? "")) return refusals.wrongContentType;
  const encoding = (exchange.header("content-encoding") ?? "identity").toLowerCase();
  return encoding === "identity" ? undefined : refusals.encodedBody;
}

/** A larger limit for bodies also allows more values: one for this many bytes. */
const BYTES_OF_A_VALUE = 20;

/** Messages above this size are checked in the queue. Almost all are smaller. */
const largeBytes = 64 * 1024;

/** Up to this size a refused message is parsed for its id. Almost all requests are smaller. */
const maxRefusedBytes = 16 * 1024;

function refusedMessage(bytes: Uint8Array | Unread): Message | Malformed | undefined {
  return typeof bytes === "string" || bytes.length > maxRefusedBytes ? undefined : readBytes(bytes);
}

function isJson(contentType: string): boolean {
  return contentType === "application/json" || /^application\/json[ \t]*(;|$)/i.test(contentType);
}
