import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Awaitable } from "../awaitable.ts";
import type { Caller } from "../call.ts";
import type { Answer } from "../dispatch/answer.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import { legacyVersions } from "../dispatch/legacy.ts";
import {
  isObject,
  type Malformed,
  type Message,
  notJson,
  type RpcRequest,
  readMessage,
} from "../dispatch/message.ts";
import { isModern, modernVersionsOf } from "../dispatch/modern.ts";
import type { Service } from "../service.ts";
import { anonymousCallers } from "./anonymous.ts";
import { HttpAsked } from "./asked.ts";
import { bearerToken, challenge } from "./bearer.ts";
import { readBody } from "./body.ts";
import type { AddressOf } from "./client-address.ts";
import { eventStream, takesEvents } from "./event-stream.ts";
import { mirrorCheck } from "./mirrored.ts";
import type { Limit } from "./rate.ts";
import * as refusals from "./refused.ts";
import { acknowledge, askForBody, type Exchange, refuse, refuseAndEnd, send, sendParts } from "./reply.ts";
import type { Steps } from "./steps.ts";

/** Who a Bearer token stands for; undefined for a token that is unknown, expired or revoked. */
export type Authenticate = (token: string) => Awaitable<Caller | undefined>;

export interface GateOptions {
  readonly service: Service;
  readonly dispatcher: Dispatcher;
  readonly authenticate: Authenticate;
  readonly limit: Limit;
  readonly addressOf: AddressOf;
  readonly maxBodyBytes: number;
  readonly steps: Steps;
}

/**
 * What stands before every handler, for requests to the endpoint: method, token, content type, size, JSON, rate,
 * version, then dispatch. A step that passes calls the next; what can be known at once is known without a promise.
 */
export function createGate(options: GateOptions): (exchange: Exchange) => void {
  const { service, dispatcher, authenticate, limit, addressOf, maxBodyBytes, steps } = options;
  const { auth } = service;
  const anonymous = auth.scheme === "none" ? anonymousCallers(service, addressOf) : undefined;
  const wrongMethod = refusals.wrongMethod(service.path);
  const tooLarge = refusals.tooLarge(maxBodyBytes);
  const modernVersions = modernVersionsOf(service);
  const supportedVersions = [...modernVersions, ...legacyVersions];
  const mirrorProblem = mirrorCheck(service);
  return checkMethod;

  function checkMethod(exchange: Exchange): void {
    if (exchange.request.method === "POST") identify(exchange);
    else refuse(exchange, wrongMethod);
  }

  function identify(exchange: Exchange): void {
    if (anonymous) receive(exchange, anonymous(exchange.request));
    else checkToken(exchange, bearerToken(exchange.request));
  }

  function checkToken(exchange: Exchange, token: string | undefined): void {
    const caller = token ? authenticate(token) : undefined;
    steps.when(exchange, caller, (known) => {
      if (known) receive(exchange, known);
      else refuse(exchange, refusals.unauthorized(auth, token !== undefined));
    });
  }

  function receive(exchange: Exchange, caller: Caller): void {
    const problem = bodyProblem(exchange.request);
    if (problem) {
      refuse(exchange, problem);
      return;
    }
    askForBody(exchange);
    readBody(exchange, maxBodyBytes, (bytes) => {
      if (bytes === "too large") refuse(exchange, tooLarge);
      else if (bytes === "too slow") refuseAndEnd(exchange, refusals.tooSlow);
      else steps.run(exchange, () => count(exchange, caller, parse(bytes)));
    });
  }

  /** What the headers say about the body, before it is read. */
  function bodyProblem({ headers }: IncomingMessage): refusals.Refused | undefined {
    if (!isJson(headers["content-type"] ?? "")) return refusals.wrongContentType;
    if ((headers["content-encoding"] ?? "identity").toLowerCase() !== "identity") return refusals.encodedBody;
    return Number(headers["content-length"] ?? 0) > maxBodyBytes ? tooLarge : undefined;
  }

  /** Notifications are free; everything else counts, bodies that are no message too. */
  function count(exchange: Exchange, caller: Caller, message: Message | Malformed): void {
    if (message.kind === "notification") {
      checkVersion(exchange, message, caller);
      return;
    }
    steps.when(exchange, limit(caller.token), (verdict) => {
      if (message.kind === "malformed") refuse(exchange, refusals.malformed(message));
      else if (!verdict.allowed)
        refuse(exchange, refusals.tooMany(service, message, verdict.retryAfterSeconds));
      else checkVersion(exchange, message, caller);
    });
  }

  function checkVersion(exchange: Exchange, message: Message, caller: Caller): void {
    const { headers } = exchange.request;
    const version = headers["mcp-protocol-version"];
    const modern =
      modernVersions.length > 0 && (isModern(message) || modernVersions.includes(String(version)));
    const mismatch = modern && message.kind !== "response" ? mirrorProblem(message, headers) : undefined;
    if (mismatch !== undefined) refuse(exchange, refusals.headerMismatch(message, mismatch));
    else if (!modern && version !== undefined && !legacyVersions.includes(String(version)))
      refuse(exchange, refusals.wrongVersion(message, String(version), supportedVersions));
    else pass(exchange, message, caller, modern);
  }

  function pass(exchange: Exchange, message: Message, caller: Caller, modern: boolean): void {
    if (message.kind === "request") ask(exchange, message, caller, modern);
    else {
      if (message.kind === "notification")
        dispatcher.notice(message, new HttpAsked(exchange, caller, modern, addressOf));
      acknowledge(exchange.response);
    }
  }

  function ask(exchange: Exchange, message: RpcRequest, caller: Caller, modern: boolean): void {
    const { request, response } = exchange;
    const events = wantsProgress(message) && takesEvents(request) ? eventStream(response) : undefined;
    const asked = new HttpAsked(exchange, caller, modern, addressOf, events);
    const answer = dispatcher.dispatch(message, asked, modern);
    steps.when(exchange, answer, (ready) => {
      if (events?.open) events.end(ready);
      else sendAnswer(exchange, ready);
    });
  }

  function sendAnswer(exchange: Exchange, { body, readyMade, status, denied }: Answer): void {
    if (readyMade) sendParts(exchange.response, body, readyMade);
    else if (denied)
      refuse(exchange, { status: 403, body, headers: ["WWW-Authenticate", missingScopes(denied)] });
    else if (status !== undefined) refuse(exchange, { status, body, headers: [] });
    else send(exchange.response, 200, body);
  }

  function missingScopes(scopes: readonly string[]): string {
    return challenge(auth.realm, { error: "insufficient_scope", scope: scopes.join(" ") });
  }
}

function wantsProgress({ params: { _meta } }: RpcRequest): boolean {
  return isObject(_meta) && _meta.progressToken !== undefined;
}

function parse(bytes: Buffer): Message | Malformed {
  return isUtf8(bytes) ? readMessage(bytes.toString()) : notJson("The body is not valid UTF-8.");
}

function isJson(contentType: string): boolean {
  return contentType === "application/json" || /^application\/json[ \t]*(;|$)/i.test(contentType);
}
