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
import { HttpRequestContext, sessionHeader } from "./request-context.ts";

/** @param modern whether the message follows a revision of MCP without a handshake */
export type Deliver = (exchange: Exchange, message: Message, caller: Caller, modern: boolean) => void;

export interface DeliveryOptions {
  readonly service: Service;
  /** Set where the deployment takes tokens of an authorization server. */
  readonly resource: ProtectedResource | undefined;
  readonly dispatcher: Dispatcher;
  readonly errorBoundary: ErrorBoundary;
}

export function createDelivery({ service, resource, dispatcher, errorBoundary }: DeliveryOptions): Deliver {
  const { realm } = service.auth;
  const requests = openRequests();
  return deliver;

  function deliver(exchange: Exchange, message: Message, caller: Caller, modern: boolean): void {
    if (message.kind === "request") dispatch(exchange, message, caller, modern);
    else {
      if (message.kind === "response") requests.receive(message, caller);
      else dispatcher.handleNotification(message, new HttpRequestContext(exchange, caller, modern, requests));
      exchange.sendEmpty(202, none);
    }
  }

  function dispatch(exchange: Exchange, message: RpcRequest, caller: Caller, modern: boolean): void {
    const takesMessages = wantsProgress(message) || (!modern && exchange.header(sessionHeader) !== undefined);
    const events = takesMessages && acceptsEventStream(exchange) ? eventStream(exchange) : undefined;
    const context = new HttpRequestContext(exchange, caller, modern, requests, events);
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
