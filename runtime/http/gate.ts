/** Checks requests to the endpoint before they are dispatched. */
import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import { legacyVersions } from "../dispatch/legacy.ts";
import { isModern, modernVersionsOf } from "../dispatch/modern.ts";
import { isObject } from "../json/object.ts";
import type { Answer } from "../messages/answer.ts";
import { type Malformed, type Message, notJson, type RpcRequest, readMessage } from "../messages/message.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/call.ts";
import type { Service } from "../service/service.ts";
import { anonymousCallers } from "./anonymous-callers.ts";
import { bearerToken, challenge } from "./bearer.ts";
import { readBody } from "./body.ts";
import type { AddressOf } from "./client-address.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import { acceptsEventStream, eventStream } from "./event-stream.ts";
import type { Exchange, Unread } from "./exchange.ts";
import type { FairQueue } from "./fair-queue.ts";
import { headerMismatchCheck } from "./header-mismatch.ts";
import type { Limit } from "./rate-limit.ts";
import * as refusals from "./refusals.ts";
import { HttpRequestContext } from "./request-context.ts";
import { acknowledge, refuse, refuseAndClose, send, sendContinue, sendWithPrebuiltEnd } from "./responses.ts";
import type { SharedBudget } from "./shared-budget.ts";
import type { CountedRate } from "./tool-rates.ts";

/** The caller of a Bearer token; undefined if the token is unknown, expired or revoked. */
export type Authenticate = (token: string) => Awaitable<Caller | undefined>;

export interface GateOptions {
  readonly service: Service;
  readonly dispatcher: Dispatcher;
  readonly authenticate: Authenticate;
  readonly limit: Limit;
  /** The rates of the tool that a message calls. */
  readonly ratesOf: (message: Message) => readonly CountedRate[];
  readonly addressOf: AddressOf;
  readonly maxBodyBytes: number;
  /** What the bodies of all messages that are not answered yet may hold together. */
  readonly budget: SharedBudget;
  /** Runs what blocks the event loop. */
  readonly queue: FairQueue;
  readonly errorBoundary: ErrorBoundary;
}

/**
 * Checks, in this order: method, token, content type, size, rate, JSON, rates of tools and version; then dispatches. Each step calls the next
 * one. No step waits for a promise if its value is there at once, since that would cost every request.
 */
export function createGate(options: GateOptions): (exchange: Exchange) => void {
  const { service, dispatcher, authenticate, limit, ratesOf, addressOf, errorBoundary } = options;
  const { maxBodyBytes: maxBytes, budget, queue } = options;
  const bodyLimits = { maxBytes, budget };
  const { auth } = service;
  const anonymous = auth.scheme === "none" ? anonymousCallers(service, addressOf) : undefined;
  const wrongMethod = refusals.wrongMethod(service.path);
  const tooLarge = refusals.tooLarge(maxBytes);
  const modernVersions = modernVersionsOf(service);
  const supportedVersions = [...modernVersions, ...legacyVersions];
  const findMismatch = headerMismatchCheck(service);
  return checkMethod;

  function checkMethod(exchange: Exchange): void {
    if (exchange.request.method === "POST") checkCaller(exchange);
    else refuse(exchange, wrongMethod);
  }

  function checkCaller(exchange: Exchange): void {
    if (anonymous) receiveBody(exchange, anonymous(exchange.request));
    else checkToken(exchange, bearerToken(exchange.request));
  }

  function checkToken(exchange: Exchange, token: string | undefined): void {
    const caller = token ? authenticate(token) : undefined;
    errorBoundary.runWith(exchange, caller, (authenticated) => {
      if (authenticated) receiveBody(exchange, authenticated);
      else refuse(exchange, refusals.unauthorized(auth, token !== undefined));
    });
  }

  function receiveBody(exchange: Exchange, caller: Caller): void {
    const problem = bodyProblem(exchange.request);
    if (problem) {
      refuse(exchange, problem);
      return;
    }
    sendContinue(exchange);
    readBody(exchange, bodyLimits, ownerOf(caller), (bytes) => {
      if (bytes === "too slow") refuseAndClose(exchange, refusals.tooSlow);
      else errorBoundary.run(exchange, () => checkRate(exchange, caller, bytes));
    });
  }

  /** The refusal that follows from the headers alone, before the body is read. */
  function bodyProblem({ headers }: IncomingMessage): refusals.HttpRefusal | undefined {
    if (!isJson(headers["content-type"] ?? "")) return refusals.wrongContentType;
    if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return refusals.encodedBody;
    return Number(headers["content-length"] ?? 0) > maxBytes ? tooLarge : undefined;
  }

  /** Every body counts, before it is parsed: parsing is most of what a refused message would cost. */
  function checkRate(exchange: Exchange, caller: Caller, bytes: Buffer | Unread): void {
    errorBoundary.runWith(exchange, limit(caller.token), (verdict) => {
      if (!verdict.allowed)
        refuse(exchange, refusals.tooMany(service, refusedMessage(bytes), verdict.retryAfterSeconds));
      else if (typeof bytes === "string") refuse(exchange, bytes === "no room" ? refusals.noRoom : tooLarge);
      else if (bytes.length > largeBytes) checkInTurn(exchange, caller, bytes);
      else checkMessage(exchange, caller, parse(bytes));
    });
  }

  /** To parse and validate 4 MiB takes some tenths of a second. */
  function checkInTurn(exchange: Exchange, caller: Caller, bytes: Buffer): void {
    const remove = queue.add(ownerOf(caller), () =>
      errorBoundary.run(exchange, () => checkMessage(exchange, caller, parse(bytes))),
    );
    exchange.response.once("close", remove);
  }

  /** Who shares memory and time with the caller's other requests: the account, or the network of an anonymous caller. */
  function ownerOf({ account, token }: Caller): string {
    return anonymous ? token : account;
  }

  function checkMessage(exchange: Exchange, caller: Caller, message: Message | Malformed): void {
    if (message.kind === "malformed") refuse(exchange, refusals.malformed(message));
    else checkToolRates(exchange, caller, message, ratesOf(message));
  }

  function checkToolRates(
    exchange: Exchange,
    caller: Caller,
    message: Message,
    [rate, ...others]: readonly CountedRate[],
  ): void {
    if (rate === undefined) {
      checkVersion(exchange, message, caller);
      return;
    }
    errorBoundary.runWith(exchange, rate.limit(caller.token), (verdict) => {
      if (verdict.allowed) checkToolRates(exchange, caller, message, others);
      else refuse(exchange, refusals.tooMany(service, message, verdict.retryAfterSeconds, rate.rule));
    });
  }

  function checkVersion(exchange: Exchange, message: Message, caller: Caller): void {
    const { headers } = exchange.request;
    const version = headers["mcp-protocol-version"];
    const modern =
      modernVersions.length > 0 && (isModern(message) || modernVersions.includes(String(version)));
    const mismatch = modern && message.kind !== "response" ? findMismatch(message, headers) : undefined;
    if (mismatch !== undefined) refuse(exchange, refusals.headerMismatch(message, mismatch));
    else if (!modern && version !== undefined && !legacyVersions.includes(String(version)))
      refuse(exchange, refusals.wrongVersion(message, String(version), supportedVersions));
    else deliver(exchange, message, caller, modern);
  }

  function deliver(exchange: Exchange, message: Message, caller: Caller, modern: boolean): void {
    if (message.kind === "request") dispatch(exchange, message, caller, modern);
    else {
      if (message.kind === "notification")
        dispatcher.handleNotification(message, new HttpRequestContext(exchange, caller, modern, addressOf));
      acknowledge(exchange.response);
    }
  }

  function dispatch(exchange: Exchange, message: RpcRequest, caller: Caller, modern: boolean): void {
    const { request, response } = exchange;
    const events = wantsProgress(message) && acceptsEventStream(request) ? eventStream(response) : undefined;
    const context = new HttpRequestContext(exchange, caller, modern, addressOf, events);
    const answer = dispatcher.dispatch(message, context, modern);
    errorBoundary.runWith(exchange, answer, (ready) => {
      if (events?.isOpen) events.end(ready);
      else sendAnswer(exchange, ready);
    });
  }

  function sendAnswer(exchange: Exchange, { body, prebuiltEnd, status, missingScopes }: Answer): void {
    if (prebuiltEnd) sendWithPrebuiltEnd(exchange.response, body, prebuiltEnd);
    else if (missingScopes)
      refuse(exchange, { status: 403, body, headers: ["WWW-Authenticate", scopeChallenge(missingScopes)] });
    else if (status !== undefined) refuse(exchange, { status, body, headers: [] });
    else send(exchange.response, 200, body);
  }

  function scopeChallenge(scopes: readonly string[]): string {
    return challenge(auth.realm, { error: "insufficient_scope", scope: scopes.join(" ") });
  }
}

function wantsProgress({ params: { _meta } }: RpcRequest): boolean {
  return isObject(_meta) && _meta.progressToken !== undefined;
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
