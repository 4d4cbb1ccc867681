/** Routes MCP messages to their methods. */
import { Cancelled, DeadlinePassed } from "../calls/call-errors.ts";
import { clientLogs } from "../calls/client-logs.ts";
import { requestStates, type StateOptions } from "../calls/request-state.ts";
import type { OnToolCall } from "../calls/tool-call-report.ts";
import type { CallEnvironment, PendingCall, RequestContext } from "../calls/tool-request.ts";
import { type Answer, errorJson } from "../messages/answer.ts";
import { legacyEnvelope, modernEnvelope } from "../messages/envelope.ts";
import { methodNotFound, type RpcNotification, type RpcRequest } from "../messages/message.ts";
import type { ToolInvocation } from "../service/around.ts";
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { Changes } from "../service/changes.ts";
import type { CommonFailures, HandlersOption, HandlerTypes, KnownCaller } from "../service/handlers-for.ts";
import type { Log } from "../service/log.ts";
import { listOperations, type Operation, type Service } from "../service/service.ts";
import { type TaskOptions, Tasks } from "../tasks/tasks.ts";
import type { CallMethod } from "./call-method.ts";
import { callableTools, callMethods } from "./call-methods.ts";
import { changeStreams } from "./change-streams.ts";
import { legacyMethods } from "./legacy.ts";
import { type LegacyListening, legacyListening, type Offered } from "./listening.ts";
import { isModern, listModernVersions, metaProblem, modernMethods } from "./modern.ts";
import { backgroundMethods, type ResumeTask, taskResumer } from "./task-service.ts";

/** The options of servers over all transports. `around` and `visible` are methods, so that options for one type of caller are assignable to options for any. */
export interface DispatcherOptions<Types extends HandlerTypes = HandlerTypes, Who extends Caller = Caller> {
  /** An implementation of the generated `Handlers`, for the callers of the server. */
  readonly handlers: HandlersOption<Types, Who>;
  /** By default warnings and errors go to the console. */
  readonly log?: Log;
  /** Wraps each handler, for traces, metrics and policies. */
  around?(
    call: ToolInvocation<NoInfer<KnownCaller<Who>>, CommonFailures<Types["handlers"]>>,
    next: () => Promise<unknown>,
  ): Awaitable<unknown>;
  /** Hides tools, resources and prompts from callers, beyond scopes: they are neither listed nor called. */
  visible?(tool: Operation, caller: NoInfer<KnownCaller<Who>>): boolean;
  /** The object on which the service reports changes to listening clients (`notifications` of the spec); made by `createChanges`. */
  readonly changes?: Changes;
  /** Called at the end of every tool call. */
  readonly onToolCall?: OnToolCall;
  /** Milliseconds after which a call is answered without its handler; 45,000, since clients time out after 60 s. */
  readonly deadlineMs?: number;
  /** Keeps the tasks of tools with `task` in the spec. By default this process remembers them, at most 5,000 and 100 of one account. */
  readonly tasks?: TaskOptions<NoInfer<KnownCaller<Who>>>;
}

/** Answers messages. Independent of the transport that carries them. */
export interface Dispatcher {
  /** The log of the options, or the console. */
  readonly log: Log;
  readonly deadlineMs: number;
  /** @param isModernTransport whether the transport says that the request follows MCP 2026-07-28; `_meta` of the request may say it too */
  dispatch(request: RpcRequest, context: RequestContext, isModernTransport?: boolean): Awaitable<Answer>;
  /** Handles `notifications/cancelled` and ignores all others. */
  handleNotification(notification: RpcNotification, context: RequestContext): void;
  /** Opens the stream that notifies a client of MCP 2025-11-25 of changes. Returns the limit that was reached, if one was. */
  readonly openStream: LegacyListening["open"];
  /** Ends the streams that notify clients of changes. */
  endStreams(): void;
  /** Abandons all pending calls: their signals abort, and their callers get `internal` with `retryable: true`. Stops the tasks. */
  abandonAll(): void;
  /** Runs the call of a stored task again, from its start. Resolves when this process no longer runs it. */
  readonly resumeTask: ResumeTask;
  /** Ends a stored task that cannot be run again, with an internal error. */
  readonly failTask: (id: string, message: string) => Promise<void>;
}

const consoleLog: Log = { info: () => undefined, warn: console.warn, error: console.error };

/**
 * @param states options for signing the states of calls that wait for their client
 * @throws TypeError if a handler is missing
 */
export function createDispatcher(
  service: Service,
  {
    handlers,
    visible,
    changes,
    around,
    onToolCall,
    log = consoleLog,
    deadlineMs = 45_000,
    tasks: taskOptions,
  }: DispatcherOptions,
  states: StateOptions = { now: Date.now },
): Dispatcher {
  const pendingCalls = new Set<PendingCall>();
  const offered: Offered = new Set(service.server.notifications);
  const tasks = new Tasks({
    store: taskOptions?.store,
    log,
    now: states.now,
    ownedBy: service.auth.scheme === "none" ? "token" : "account",
  });
  const environment: CallEnvironment = {
    tasks,
    log,
    around,
    onToolCall,
    deadlineMs,
    pendingCalls,
    auth: service.auth,
    accountStates: new Set(listOperations(service).flatMap(({ refusedIn = {} }) => Object.keys(refusedIn))),
    logs: offered.has("log") ? clientLogs() : undefined,
    states: requestStates(states),
  };
  const isVisible = (operation: Operation, caller: Caller) => visible?.(operation, caller) !== false;
  const context = { handlers, environment, isVisible };
  const tools = callableTools(service, context);
  const calls = callMethods(service, tools, context);
  const streams = changeStreams(service, changes, isVisible);
  const listening = legacyListening(streams, offered);
  const legacy = legacyMethods(service, new Map([...calls, ...listening.methods]), environment.logs, visible);
  const modernVersions = listModernVersions(service);
  const envelope = modernEnvelope(service.server);
  const background = backgroundMethods(service, { tasks, isVisible, streams, offered, pendingCalls });
  const modernCalls = new Map([...calls, ...background]);
  const modern = modernMethods(service, modernCalls, envelope, visible);

  return {
    log,
    deadlineMs,
    openStream: listening.open,
    endStreams: streams.endAll,
    dispatch(request, context, isModernTransport = false) {
      if (modernVersions.length === 0 || !(isModernTransport || isModern(request)))
        return (
          legacy.get(request.method)?.(request, context, legacyEnvelope) ?? unknownMethod(request, legacy)
        );
      return (
        metaProblem(request, modernVersions) ??
        modern.get(request.method)?.(request, context, envelope, request.params) ?? {
          status: 404,
          ...unknownMethod(request, modern),
        }
      );
    },
    handleNotification({ method, params }, context) {
      if (method === "notifications/cancelled") cancel(params.requestId, context);
    },
    abandonAll() {
      for (const pending of [...pendingCalls]) pending.abandon(new DeadlinePassed("The server is stopping."));
      tasks.stopAll();
    },
    resumeTask: taskResumer({ tasks, envelope, tools, ...taskOptions }),
    failTask: (id, message) => tasks.fail(id, message),
  };

  /** Cancels the request with this id. If several match, because their clients look alike, cancels none of them. */
  function cancel(id: unknown, context: RequestContext): void {
    const client = context.clientKey();
    const matches = [...pendingCalls].filter(
      ({ request }) => request.id === id && request.context.clientKey() === client,
    );
    if (matches.length === 1) matches[0]!.abandon(new Cancelled("The client cancelled the request."));
  }
}

function unknownMethod({ id, method }: RpcRequest, methods: ReadonlyMap<string, CallMethod>): Answer {
  const known = [...methods.keys()];
  const message = `Unknown method ${JSON.stringify(method.slice(0, 80))}. This server knows ${known.slice(0, -1).join(", ")} and ${known.at(-1)}.`;
  return { body: errorJson(id, methodNotFound, message) };
}
