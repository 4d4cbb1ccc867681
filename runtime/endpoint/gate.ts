/** Checks requests to the endpoint, up to their bodies. `message-gate.ts` checks what the bodies say. */
import { type Malformed, type Message, readBytes } from "../messages/message.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { BearerRequest } from "../service/http-request.ts";
import type { Service } from "../service/service.ts";
import { anonymousCallers } from "./anonymous-callers.ts";
import { bearerToken } from "./bearer.ts";
import { type BodyLimits, readBody } from "./body.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import { acceptsEventStream } from "./event-stream.ts";
import type { Exchange, HttpRefusal, Unread } from "./exchange.ts";
import type { FairQueue } from "./fair-queue.ts";
import type { CheckMessage } from "./message-gate.ts";
import type { ProtectedResource } from "./protected-resource.ts";
import type { Limit } from "./rate-limit.ts";
import * as refusals from "./refusals.ts";
import { RequestView } from "./request-view.ts";
import type { SharedBudget } from "./shared-budget.ts";

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
  /** Called with what arrived. */
  readonly checkMessage: CheckMessage;
  /** Answers GET, where clients listen for changes. */
  readonly openStream: ((exchange: Exchange, caller: Caller) => void) | undefined;
}

/**
 * Checks, in this order: method, token, content type, size and rate; then reads the message. Each step calls the next
 * one. No step waits for a promise if its value is there at once, since that would cost every request.
 */
export class Gate {
  readonly #options: GateOptions;
  readonly #bodyLimits: BodyLimits;
  readonly #anonymous: ((exchange: Exchange) => Caller) | undefined;
  readonly #wrongMethod: HttpRefusal;
  readonly #tooLarge: HttpRefusal;

  constructor(options: GateOptions) {
    const { service, maxBodyBytes, budget } = options;
    this.#options = options;
    this.#bodyLimits = { maxBytes: maxBodyBytes, budget };
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

  #checkToken(exchange: Exchange, token: string | undefined, publicUrl: string): void {
    const { service, authenticate, resource, errorBoundary } = this.#options;
    const caller = token ? authenticate(new RequestView(exchange, token)) : undefined;
    errorBoundary.runWith(exchange, caller, (authenticated) => {
      if (authenticated) this.#receiveBody(exchange, authenticated);
      else if (resource) this.#checkAccessToken(exchange, token, resource, publicUrl);
      else exchange.refuse(refusals.unauthorized(service.auth, token !== undefined));
    });
  }

  /** After the tokens of the service itself: those are known at once, while an authorization server may have to be asked. */
  #checkAccessToken(
    exchange: Exchange,
    token: string | undefined,
    resource: ProtectedResource,
    publicUrl: string,
  ): void {
    const { service, errorBoundary } = this.#options;
    const url = resource.resourceAt(publicUrl);
    const caller = token ? resource.issuer.authenticate(token, url) : undefined;
    errorBoundary.runWith(exchange, caller, (authenticated) => {
      if (authenticated) {
        exchange.resource = url;
        this.#receiveBody(exchange, authenticated);
        return;
      }
      const signIn = { resource_metadata: resource.metadataUrl(url), scope: resource.scopes };
      exchange.refuse(refusals.unauthorized(service.auth, token !== undefined, signIn));
    });
  }

  /** The caller of an exchange whose answer is still open; undefined if its token does not hold any more. */
  authenticateAgain(exchange: Exchange, caller: Caller): Awaitable<Caller | undefined> {
    const token = bearerToken(exchange) ?? "";
    const { authenticate, resource } = this.#options;
    if (this.#anonymous) return caller;
    const url = exchange.resource;
    return url === undefined
      ? authenticate(new RequestView(exchange, token))
      : resource?.issuer.authenticate(token, url);
  }

  #receiveBody(exchange: Exchange, caller: Caller): void {
    if (exchange.method === "GET") {
      this.#openStream(exchange, caller);
      return;
    }
    const problem = contentProblem(exchange) ?? this.#sizeProblem(exchange);
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

  #sizeProblem(exchange: Exchange): HttpRefusal | undefined {
    return Number(exchange.header("content-length") ?? 0) > this.#bodyLimits.maxBytes
      ? this.#tooLarge
      : undefined;
  }

  /** Every body counts, before it is parsed: parsing is most of what a refused message would cost. */
  #checkRate(exchange: Exchange, caller: Caller, bytes: Uint8Array | Unread): void {
    const { service, limit, errorBoundary, checkMessage } = this.#options;
    errorBoundary.runWith(exchange, limit(caller.token), (verdict) => {
      if (!verdict.allowed)
        exchange.refuse(refusals.tooMany(service, refusedMessage(bytes), verdict.retryAfterSeconds));
      else if (typeof bytes === "string")
        exchange.refuse(bytes === "no room" ? refusals.noRoom : this.#tooLarge);
      else if (bytes.length > largeBytes && exchange.queue)
        this.#checkInTurn(exchange, exchange.queue, caller, bytes);
      else checkMessage(exchange, caller, readBytes(bytes));
    });
  }

  /** To parse and validate 4 MiB takes some tenths of a second. */
  #checkInTurn(exchange: Exchange, queue: FairQueue, caller: Caller, bytes: Uint8Array): void {
    const { errorBoundary, checkMessage } = this.#options;
    const remove = queue.add(this.#ownerOf(caller), () =>
      errorBoundary.run(exchange, () => checkMessage(exchange, caller, readBytes(bytes))),
    );
    exchange.onClose(remove);
  }

  /** Who shares memory and time with the caller's other requests: the account, or the network of an anonymous caller. */
  #ownerOf({ account, token }: Caller): string {
    return this.#anonymous ? token : account;
  }
}

function contentProblem(exchange: Exchange): HttpRefusal | undefined {
  if (!isJson(exchange.header("content-type") ?? "")) return refusals.wrongContentType;
  const encoding = (exchange.header("content-encoding") ?? "identity").toLowerCase();
  return encoding === "identity" ? undefined : refusals.encodedBody;
}

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
