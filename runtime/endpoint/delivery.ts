/** Hands a checked message to the dispatcher, and sends its answer. */
import { openRequests } from "../calls/client-link.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import { isObject } from "../json/object.ts";
import type { Answer } from "../messages/answer.ts";
import type { Message, RpcRequest } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import type { Service } from "../service/service.ts";
import { challenge } from "./bearer.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import { acceptsEventStream, eventStream } from "./event-stream.ts";
import type { Exchange, HeaderPairs } from "./exchange.ts";
import type { ProtectedResource } from "./protected-resource.ts";
import * as refusals from "./refusals.ts";
import { HttpRequestContext, type SharedContext, sessionHeader } from "./request-context.ts";

export interface Delivery {
  /** @param modern whether the message follows a revision of MCP without a handshake */
  deliver(exchange: Exchange, message: Message, caller: Caller, modern: boolean): void;
  /** Answers GET: the stream on which a client of MCP 2025-11-25 hears of changes. */
  openStream(exchange: Exchange, caller: Caller): void;
}

export interface DeliveryOptions {
  readonly service: Service;
  /** Set where the deployment takes tokens of an authorization server. */
  readonly resource: ProtectedResource | undefined;
  readonly dispatcher: Dispatcher;
  readonly errorBoundary: ErrorBoundary;
  readonly authenticateAgain: SharedContext["authenticateAgain"];
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { service, resource, dispatcher, errorBoundary, authenticateAgain } = options;
  const { realm } = service.auth;
  const logs = service.server.notifications?.includes("log") === true;
  const requests = openRequests();
  const shared: SharedContext = { requests, authenticateAgain };
  return { deliver, openStream };

  function openStream(exchange: Exchange, caller: Caller): void {
    const events = eventStream(exchange);
    const context = new HttpRequestContext(exchange, caller, true, shared, events);
    if (!dispatcher.openStream(context, events.end)) exchange.refuse(refusals.tooManyStreams);
    else events.keepAlive();
  }

  function deliver(exchange: Exchange, message: Message, caller: Caller, modern: boolean): void {
    if (message.kind === "request") dispatch(exchange, message, caller, modern);
    else {
      if (message.kind === "response") requests.receive(message, caller);
      else dispatcher.handleNotification(message, new HttpRequestContext(exchange, caller, modern, shared));
      exchange.sendEmpty(202, none);
    }
  }

  function dispatch(exchange: Exchange, message: RpcRequest, caller: Caller, modern: boolean): void {
    const takesMessages =
      logs ||
      wantsProgress(message) ||
      (modern ? message.method === "subscriptions/listen" : exchange.header(sessionHeader) !== undefined);
    const events = takesMessages && acceptsEventStream(exchange) ? eventStream(exchange) : undefined;
    const context = new HttpRequestContext(exchange, caller, modern, shared, events);
    const answer = dispatcher.dispatch(message, context, modern);
    errorBoundary.runWith(exchange, answer, (ready) => {
      if (events?.isOpen) events.end(ready);
      else sendAnswer(exchange, caller, ready);
    });
  }

  function sendAnswer(exchange: Exchange, caller: Caller, answer: Answer): void {
    const { body, prebuiltEnd, status, missingScopes, sessionId } = answer;
    if (sessionId !== undefined) exchange.addHeader("Mcp-Session-Id", sessionId);
    if (missingScopes) {
      const header = scopeChallenge(missingScopes, caller, exchange.resource);
      exchange.refuse({ status: 403, body, headers: ["WWW-Authenticate", header] });
    } else if (status !== undefined) exchange.refuse({ status, body, headers: none });
    else exchange.send(200, body, prebuiltEnd);
  }

  /** @param url where the token is one of OAuth: the URL of this server; its client can get the scopes */
  function scopeChallenge(missing: readonly string[], caller: Caller, url: string | undefined): string {
    const error = "insufficient_scope";
    if (!resource || url === undefined) return challenge(realm, { error, scope: missing.join(" ") });
    const scope = resource.stepUp(missing, caller.scopes);
    return challenge(realm, { error, scope, resource_metadata: resource.metadataUrl(url) });
  }
}

const none: HeaderPairs = [];

function wantsProgress({ params: { _meta } }: RpcRequest): boolean {
  return isObject(_meta) && _meta.progressToken !== undefined;
}
