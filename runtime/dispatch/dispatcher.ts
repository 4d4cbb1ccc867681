/** Routes MCP messages to their methods. */
import { Cancelled, DeadlinePassed } from "../calls/call-errors.ts";
import { clientLogs } from "../calls/client-logs.ts";
import { requestStates, type StateOptions } from "../calls/request-state.ts";
import type { CallEnvironment, PendingCall, RequestContext } from "../calls/tool-request.ts";
import type { Answer } from "../messages/answer.ts";
import type { RpcNotification, RpcRequest } from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { Changes } from "../service/changes.ts";
import { type Operation, reportsChanges, type Service } from "../service/service.ts";
import { callMethods } from "./call-methods.ts";
import { changeStreams } from "./change-streams.ts";
import { legacyMethods } from "./legacy.ts";
import { type LegacyListening, legacyListening, listenMethod, type Offered } from "./listening.ts";
import { isModern, listModernVersions, modernMethods } from "./modern.ts";

export interface DispatcherOptions
  extends Omit<CallEnvironment, "auth" | "pendingCalls" | "states" | "logs"> {
  /** How states of calls that wait for their client are signed. */
  readonly states: StateOptions;
  readonly service: Service;
  /** As the generated `Handlers`. */
  readonly handlers: object;
  readonly visible: Visible | undefined;
  readonly changes: Changes | undefined;
}

/** Answers messages. Independent of the transport that carries them. */
export interface Dispatcher {
  /** @param isModernTransport whether the transport says that the request follows MCP 2026-07-28; its `_meta` may say so too */
  dispatch(request: RpcRequest, context: RequestContext, isModernTransport?: boolean): Awaitable<Answer>;
  /** Handles `notifications/cancelled` and ignores all others. */
  handleNotification(notification: RpcNotification, context: RequestContext): void;
  /** Opens the stream on which a client of MCP 2025-11-25 hears of changes; returns false if its account has too many. */
  readonly openStream: LegacyListening["open"];
  /** Ends the streams on which clients hear of changes. */
  endStreams(): void;
  /** Abandons all pending calls: their signals abort, and their callers get `internal` with `retryable: true`. */
  abandonAll(): void;
}

export function createDispatcher({
  service,
  handlers,
  visible,
  states,
  changes,
  ...options
}: DispatcherOptions): Dispatcher {
  const pendingCalls = new Set<PendingCall>();
  const offered: Offered = new Set(service.server.notifications);
  const environment: CallEnvironment = {
    ...options,
    auth: service.auth,
    logs: offered.has("log") ? clientLogs() : undefined,
    states: requestStates(states),
    pendingCalls,
  };
  const calls = callMethods({ service, handlers, environment, visible });

  const isVisible = (operation: Operation, caller: Caller) => visible?.(operation, caller) !== false;
  const streams = changeStreams(service, changes, isVisible);
  const listening = legacyListening(streams, offered);
  const listen = new Map([["subscriptions/listen", listenMethod(streams, offered, pendingCalls)]]);
  const legacy = legacyMethods(service, new Map([...calls, ...listening.methods]), environment.logs, visible);
  const modern =
    listModernVersions(service).length > 0
      ? modernMethods(service, new Map([...calls, ...(reportsChanges(service) ? listen : [])]), visible)
      : undefined;

  return {
    openStream: listening.open,
    endStreams: streams.endAll,
    dispatch(request, context, isModernTransport = false) {
      return modern && (isModernTransport || isModern(request))
        ? modern(request, context)
        : legacy(request, context);
    },
    handleNotification({ method, params }, context) {
      if (method === "notifications/cancelled") cancel(params.requestId, context);
    },
    abandonAll() {
      for (const pending of [...pendingCalls]) pending.abandon(new DeadlinePassed("The server stops."));
    },
  };

  /** Cancels the request with this id. If several match, because their clients look alike, cancels none of them. */
  function cancel(id: unknown, context: RequestContext): void {
    const client = context.clientKey();
    const matches = [...pendingCalls].filter(
      ({ request }) =>
        request.id === id &&
        request.context.caller.token === context.caller.token &&
        request.context.clientKey() === client,
    );
    if (matches.length === 1) matches[0]!.abandon(new Cancelled("The client cancelled the request."));
  }
}
