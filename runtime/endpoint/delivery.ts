/** Checks the version of a message and the headers that repeat it, hands it to the dispatcher, and sends its answer. */
import { openRequests } from "../calls/client-link.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import { legacyVersions } from "../dispatch/legacy.ts";
import { isModern, listModernVersions } from "../dispatch/modern.ts";
import type { Answer } from "../messages/answer.ts";
import type { Message, RpcNotification, RpcRequest, RpcResponse } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import type { Service } from "../service/service.ts";
import { challenge } from "./bearer.ts";
import type { ErrorBoundary } from "./error-boundary.ts";
import type { Exchange, HeaderPairs } from "./exchange.ts";
import { headerMismatchCheck } from "./header-mismatch.ts";
import type { ProtectedResource } from "./protected-resource.ts";
import * as refusals from "./refusals.ts";
import { HttpRequestContext, type SharedContext } from "./request-context.ts";

export interface Delivery {
  deliver(exchange: Exchange, caller: Caller, message: Message): void;
  /** Answers GET with the stream that notifies a client of MCP 2025-11-25 of changes. */
  openStream(exchange: Exchange, caller: Caller): void;
}

export interface DeliveryOptions {
  readonly service: Service;
  /** Set if the deployment accepts tokens of an authorization server. */
  readonly resource: ProtectedResource | undefined;
  readonly dispatcher: Dispatcher;
  readonly errorBoundary: ErrorBoundary;
  readonly authenticateAgain: SharedContext["authenticateAgain"];
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { service, resource, dispatcher, errorBoundary, authenticateAgain } = options;
  const { realm } = service.auth;
  const requests = openRequests();
  const shared: SharedContext = { requests, authenticateAgain };
  const modernVersions = listModernVersions(service);
  const supportedVersions = [...modernVersions, ...legacyVersions];
  const findMismatch = headerMismatchCheck(service);
  return {
    deliver,
    openStream(exchange, caller) {
      const context = new HttpRequestContext(exchange, caller, true, shared);
      const reached = dispatcher.openStream(context, () => context.events?.end());
      if (reached === undefined) context.events?.keepAlive();
      else exchange.refuse(reached === "account" ? refusals.tooManyStreams : refusals.noMoreStreams);
    },
  };

  function deliver(exchange: Exchange, caller: Caller, message: Message): void {
    const version = exchange.header("mcp-protocol-version");
    const modern =
      modernVersions.length > 0 && (isModern(message) || modernVersions.includes(String(version)));
    const mismatch = modern && message.kind !== "response" ? findMismatch(message, exchange) : undefined;
    if (mismatch !== undefined) exchange.refuse(refusals.headerMismatch(message, mismatch));
    else if (!modern && version !== undefined && !legacyVersions.includes(version))
      exchange.refuse(refusals.wrongVersion(message, version, supportedVersions));
    else if (message.kind === "request") dispatch(exchange, message, caller, modern);
    else {
      accept(exchange, message, caller, modern);
      exchange.sendEmpty(202, none);
    }
  }

  function accept(
    exchange: Exchange,
    message: RpcNotification | RpcResponse,
    caller: Caller,
    modern: boolean,
  ) {
    if (message.kind === "response") requests.receive(message, caller);
    else dispatcher.handleNotification(message, new HttpRequestContext(exchange, caller, modern, shared));
  }

  /** @param modern whether the message follows a revision of MCP without a handshake */
  function dispatch(exchange: Exchange, message: RpcRequest, caller: Caller, modern: boolean): void {
    const context = new HttpRequestContext(exchange, caller, modern, shared);
    const answer = dispatcher.dispatch(message, context, modern);
    errorBoundary.runWith(exchange, answer, (ready) => {
      if (context.hasSent) context.events?.end(ready);
      else sendAnswer(exchange, caller, ready);
    });
  }

  function sendAnswer(exchange: Exchange, caller: Caller, answer: Answer): void {
    const { body, prebuiltEnd, status, missingScopes, sessionId } = answer;
    if (sessionId !== undefined) exchange.addHeader("Mcp-Session-Id", sessionId);
    if (missingScopes) {
      const url = exchange.resource;
      const stepUp = url === undefined ? undefined : resource?.stepUp(missingScopes, caller.scopes, url);
      const parameters = stepUp ?? { scope: missingScopes.join(" ") };
      const header = challenge(realm, { error: "insufficient_scope", ...parameters });
      exchange.refuse({ status: 403, body, headers: ["WWW-Authenticate", header] });
    } else if (status !== undefined) exchange.refuse({ status, body, headers: none });
    else exchange.send(200, body, prebuiltEnd);
  }
}

const none: HeaderPairs = [];
