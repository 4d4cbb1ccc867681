/** `subscriptions/listen` (MCP 2026-07-28), and `resources/subscribe` with the one stream of a client (MCP 2025-11-25). */
import { unknownResource } from "../calls/call-answers.ts";
import { Cancelled } from "../calls/call-errors.ts";
import type { CallEnvironment, RequestContext } from "../calls/tool-request.ts";
import { isObject } from "../json/object.ts";
import { errorJson, resultJson } from "../messages/answer.ts";
import type { Change } from "../service/changes.ts";
import { setLatest } from "../service/latest.ts";
import type { ServerIdentity } from "../service/service.ts";
import { type CallMethod, invalid, toRequest } from "./call-method.ts";
import { type ChangeStreams, maxStreamsOfAccount, type Stream, type StreamLimit } from "./change-streams.ts";
import { findTasks, type ListenableTasks, sendTasks } from "./task-listening.ts";

export type Offered = ReadonlySet<NonNullable<ServerIdentity["notifications"]>[number]>;

const maxUris = 100;
const subscriptionKey = "io.modelcontextprotocol/subscriptionId";

const refusals: Readonly<Record<StreamLimit, { readonly status: number; readonly message: string }>> = {
  account: {
    status: 429,
    message: `This account already has ${maxStreamsOfAccount} open streams. Close one first.`,
  },
  server: {
    status: 503,
    message: "The server has reached its limit of open streams. Try again in a minute.",
  },
};

export interface ListenOptions extends Pick<CallEnvironment, "pendingCalls"> {
  readonly streams: ChangeStreams;
  readonly offered: Offered;
  /** Undefined if no call becomes a task. */
  readonly tasks: ListenableTasks | undefined;
}

export function listenMethod({ streams, offered, pendingCalls, tasks }: ListenOptions): CallMethod {
  return async (request, context, envelope) => {
    const { id, params } = request;
    const { notifications } = params;
    const uris = isObject(notifications) ? (notifications.resourceSubscriptions ?? []) : undefined;
    if (!isObject(notifications) || !Array.isArray(uris) || uris.length > maxUris)
      return invalid(
        id,
        `params.notifications must be an object that selects the changes to report, with at most ${maxUris} resources.`,
      );
    const wanted = await findTasks(notifications.taskIds, request, context.caller, tasks);
    if ("body" in wanted) return wanted;
    if (context.notify === undefined)
      return invalid(id, "A client that listens must accept text/event-stream.");
    const reached = streams.reachedLimit(context.caller);
    if (reached !== undefined) {
      const { status, message } = refusals[reached];
      return { status, body: errorJson(id, status, message) };
    }
    const lists = (["tools", "prompts", "resources"] as const).filter(
      (list) => offered.has(list) && notifications[`${list}ListChanged`] === true,
    );
    const readable = offered.has("updates") ? uris.filter((uri) => streams.mayRead(uri, context.caller)) : [];
    const wants = ({ list, uri }: Change) => (list ? lists.includes(list) : readable.includes(uri));
    const tag = { [subscriptionKey]: id };
    return new Promise((resolve) => {
      let stopTasks = () => {};
      const pending = {
        request: toRequest(request, context, envelope),
        abandon: (reason?: Error) => stream.end(reason),
      };
      const onEnd = (reason?: Error) => {
        stopTasks();
        pendingCalls.delete(pending);
        const result = JSON.stringify({ ...envelope.members, _meta: { ...envelope.meta, ...tag } });
        resolve({ body: resultJson(id, result), ...(reason instanceof Cancelled && { cancelled: true }) });
      };
      const stream: Stream = streams.start({ context, wants, tag: { _meta: tag }, onEnd });
      pendingCalls.add(pending);
      const honored = {
        ...Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true])),
        ...(readable.length > 0 && { resourceSubscriptions: readable }),
        ...(wanted.length > 0 && { taskIds: wanted.map((task) => task.id) }),
      };
      stream.send("notifications/subscriptions/acknowledged", { notifications: honored });
      stopTasks = sendTasks(stream, wanted, tasks);
    });
  };
}

/** The most clients of MCP 2025-11-25 whose subscriptions a process remembers. */
const maxSubscribers = 10_000;

export interface LegacyListening {
  readonly methods: ReadonlyMap<string, CallMethod>;
  /** Opens the stream of a client. Returns the limit that was reached, if one was. */
  open(context: RequestContext, onEnd: () => void): StreamLimit | undefined;
}

export function legacyListening(streams: ChangeStreams, offered: Offered): LegacyListening {
  const subscriptions = new Map<string, Set<string>>();
  const methods = new Map<string, CallMethod>([
    ["resources/subscribe", subscriptionMethod("add")],
    ["resources/unsubscribe", subscriptionMethod("delete")],
  ]);
  return {
    methods: offered.has("updates") ? methods : new Map(),
    open(context, onEnd) {
      const reached = streams.reachedLimit(context.caller);
      if (reached !== undefined) return reached;
      const key = context.clientKey();
      const wants = ({ list, uri = "" }: Change) =>
        list ? offered.has(list) : subscriptions.get(key)?.has(uri) === true;
      streams.start({ context, wants, tag: {}, onEnd });
      return undefined;
    },
  };

  function subscriptionMethod(change: "add" | "delete"): CallMethod {
    return ({ id, method, params: { uri } }, context, envelope) => {
      if (typeof uri !== "string") return invalid(id, `${method} names the resource in params.uri.`);
      if (!streams.mayRead(uri, context.caller)) return unknownResource({ id, envelope, uri });
      const key = context.clientKey();
      const uris = new Set(subscriptions.get(key));
      uris[change](uri);
      if (uris.size > maxUris) return invalid(id, `A client subscribes to ${maxUris} resources at most.`);
      setLatest(subscriptions, key, uris, maxSubscribers);
      return { body: resultJson(id, "{}") };
    };
  }
}
