/** Routes MCP messages to tools and protocol methods. */

import { Cancelled, DeadlinePassed } from "../calls/call-errors.ts";
import { progressReporter } from "../calls/progress.ts";
import { requestStates, type StateOptions } from "../calls/request-state.ts";
import { callableTool, type Handler } from "../calls/tool-call.ts";
import type { CallEnvironment, PendingCall, RequestContext } from "../calls/tool-request.ts";
import { isObject } from "../json/object.ts";
import { type Answer, errorJson } from "../messages/answer.ts";
import type { Envelope } from "../messages/envelope.ts";
import {
  invalidParams,
  type Params,
  type RequestId,
  type RpcNotification,
  type RpcRequest,
} from "../messages/message.ts";
import { closestName } from "../names/closest-name.ts";
import type { Visible } from "../service/around.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { Service, Tool } from "../service/service.ts";
import { legacyMethods } from "./legacy.ts";
import { isModern, modernMethods, modernVersionsOf } from "./modern.ts";

export interface DispatcherOptions extends Omit<CallEnvironment, "auth" | "pendingCalls" | "states"> {
  /** How states of calls that wait for their client are signed. */
  readonly states: StateOptions;
  readonly service: Service;
  /** One function per `tool.method`, as in the generated `Handlers`. */
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
  const tools = new Map(
    service.tools.map((tool) => [
      tool.name,
      { tool, call: callableTool(tool, handlerFor(handlers, tool), environment) },
    ]),
  );

  const legacy = legacyMethods(service, callTool, visible);
  const modern = modernVersionsOf(service).length > 0 ? modernMethods(service, callTool, visible) : undefined;

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

  function callTool(
    { id, params }: RpcRequest,
    context: RequestContext,
    envelope: Envelope,
    modernParams?: Params,
  ): Awaitable<Answer> {
    const { name, arguments: input = {} } = params;
    if (typeof name !== "string")
      return invalidCall(id, "tools/call names the tool as a string in params.name.");
    const { caller } = context;
    const found = tools.get(name);
    if (found === undefined || visible?.(found.tool, caller) === false)
      return invalidCall(id, unknownTool(name, namesFor(caller)));
    if (!isObject(input))
      return invalidCall(id, "The arguments of a tool are an object in params.arguments.");
    const onProgress = progressReporter(params, context);
    return found.call({ id, context, envelope, onProgress, meta: params._meta, params: modernParams }, input);
  }

  /** A hidden tool is not suggested either. */
  function namesFor(caller: Caller): string[] {
    const all = visible ? service.tools.filter((tool) => visible(tool, caller)) : service.tools;
    return all.map(({ name }) => name);
  }
}

/** The handler of a tool, bound to its object, which may be an instance of a class. Throws if it is missing. */
function handlerFor(handlers: object, tool: Tool): Handler {
  const handler: unknown = Reflect.get(handlers, tool.method);
  if (typeof handler !== "function") {
    throw new TypeError(`The handlers lack ${tool.method}(), which answers calls of ${tool.name}.`);
  }
  return handler.bind(handlers);
}

function invalidCall(id: RequestId, message: string): Answer {
  return { body: errorJson(id, invalidParams, message) };
}

function unknownTool(name: string, names: readonly string[]): string {
  const suggestion = closestName(name, names);
  const hint =
    suggestion === undefined ? "tools/list names the tools of this server." : `Did you mean ${suggestion}?`;
  return `Unknown tool ${JSON.stringify(name.slice(0, 80))}. ${hint}`;
}
