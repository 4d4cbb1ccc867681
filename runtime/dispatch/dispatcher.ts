/** Routes MCP messages to their methods. */
import { Cancelled, DeadlinePassed } from "../calls/call-errors.ts";
import { requestStates, type StateOptions } from "../calls/request-state.ts";
import type { CallEnvironment, PendingCall, RequestContext } from "../calls/tool-request.ts";
import type { Answer } from "../messages/answer.ts";
import type { RpcNotification, RpcRequest } from "../messages/message.ts";
import type { Visible } from "../service/around.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Service } from "../service/service.ts";
import { callMethods } from "./call-methods.ts";
import { legacyMethods } from "./legacy.ts";
import { isModern, listModernVersions, modernMethods } from "./modern.ts";

export interface DispatcherOptions extends Omit<CallEnvironment, "auth" | "pendingCalls" | "states"> {
  /** How states of calls that wait for their client are signed. */
  readonly states: StateOptions;
  readonly service: Service;
  /** As the generated `Handlers`. */
  readonly handlers: object;
  readonly visible: Visible | undefined;
}

/** Answers messages. Independent of the transport that carries them. */
export interface Dispatcher {
  /** @param isModernTransport whether the transport says that the request follows MCP 2026-07-28; its `_meta` may say so too */
  dispatch(request: RpcRequest, context: RequestContext, isModernTransport?: boolean): Awaitable<Answer>;
  /** Handles `notifications/cancelled` and ignores all others. */
  handleNotification(notification: RpcNotification, context: RequestContext): void;
  /** Abandons all pending calls: their signals abort, and their callers get `internal` with `retryable: true`. */
  abandonAll(): void;
}

export function createDispatcher({
  service,
  handlers,
  visible,
  states,
  ...options
}: DispatcherOptions): Dispatcher {
  const pendingCalls = new Set<PendingCall>();
  const environment: CallEnvironment = {
    ...options,
    auth: service.auth,
    states: requestStates(states),
    pendingCalls,
  };
  const calls = callMethods({ service, handlers, environment, visible });

  const legacy = legacyMethods(service, calls, visible);
  const modern = listModernVersions(service).length > 0 ? modernMethods(service, calls, visible) : undefined;

  return {
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
