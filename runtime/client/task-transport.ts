/**
 * `withTasks`: lets the official client of `@modelcontextprotocol/client` take tasks (MCP 2026-07-28, SEP-2663), which it does not know. The
 * messages change on their way through its transport, into those that it knows: a task is the `_meta` of a result, and its questions are
 * those of a call, which the client answers with the handlers that it has for them.
 */

import { isObject, type JsonObject } from "../json/object.ts";
import { capabilitiesKey, tasksExtension } from "../service/client-capabilities.ts";

/** The members of a transport that `withTasks` wraps. */
export interface Transport {
  /** Sends a JSON-RPC message to the server. */
  send(message: never, ...options: never[]): Promise<void>;
}

/** In `_meta` of a call: its caller takes a task. In `_meta` of a result: the task. Neither leaves this process. */
export const taskKey = "dev.toolwright/task";

const wrapped = new WeakSet<object>();

/** Whether the transport of a client takes tasks. */
export function takesTasks({ transport }: { readonly transport?: unknown }): boolean {
  return isObject(transport) && wrapped.has(transport);
}

type OnMessage = (message: unknown, ...others: unknown[]) => void;

/**
 * Returns a transport for the same connection over which typed clients take tasks. Calls of the official client itself stay plain.
 * The client has to speak MCP 2026-07-28 (`versionNegotiation: { mode: "auto" }`); with older servers there are no tasks.
 */
export function withTasks<Connection extends Transport>(transport: Connection): Connection {
  const send = transport.send.bind(transport) as (...parameters: unknown[]) => Promise<void>;
  const proxy = new Proxy(transport, {
    get(target, key) {
      if (key === "send")
        return (message: unknown, ...options: unknown[]) => send(outgoing(message), ...options);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" && key !== "onmessage" ? value.bind(target) : value;
    },
    set(target, key, value: unknown) {
      if (key !== "onmessage" || typeof value !== "function") return Reflect.set(target, key, value, target);
      const listener: OnMessage = (message, ...others) => value(incoming(message), ...others);
      return Reflect.set(target, key, listener, target);
    },
  });
  wrapped.add(proxy);
  return proxy;
}

/** Declares the extension in the requests that are about tasks, and sends the client's answers to the questions of a task. */
function outgoing(message: unknown): unknown {
  if (!isObject(message) || !isObject(message.params)) return message;
  const { _meta, inputResponses, requestState: _state, ...params } = message.params;
  if (message.method === "tools/call" && isObject(_meta) && _meta[taskKey] !== undefined)
    return { ...message, params: { ...message.params, _meta: declared(_meta) } };
  if (message.method === "tasks/get" && inputResponses !== undefined)
    return {
      ...message,
      method: "tasks/update",
      params: { ...params, inputResponses, _meta: declared(_meta) },
    };
  if (message.method === "tasks/get" || message.method === "tasks/cancel")
    return { ...message, params: { ...params, _meta: declared(_meta) } };
  return message;
}

function declared(meta: unknown): JsonObject {
  const { [taskKey]: _taken, ...others } = isObject(meta) ? meta : {};
  const capabilities = others[capabilitiesKey];
  // A client of MCP 2025-11-25 has no capabilities in its requests.
  if (!isObject(capabilities)) return others;
  const extensions = isObject(capabilities.extensions) ? capabilities.extensions : {};
  return {
    ...others,
    [capabilitiesKey]: { ...capabilities, extensions: { ...extensions, [tasksExtension]: {} } },
  };
}

function incoming(message: unknown): unknown {
  if (!isObject(message) || !isObject(message.result)) return message;
  const { result } = message;
  // The client looks for structured content in results without `isError`.
  if (result.resultType === "task") {
    const { resultType: _type, _meta, ...task } = result;
    const meta = { ...(isObject(_meta) && _meta), [taskKey]: task };
    return { ...message, result: { resultType: "complete", isError: true, content: [], _meta: meta } };
  }
  if (typeof result.taskId === "string" && result.status === "input_required") {
    const { inputRequests, taskId, _meta } = result;
    const asked = { resultType: "input_required", inputRequests, requestState: taskId, _meta };
    return { ...message, result: asked };
  }
  return message;
}
