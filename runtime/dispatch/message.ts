/** JSON-RPC 2.0 as MCP narrows it: no batches, ids are strings or numbers, params are objects. */
export type RequestId = string | number;
export type Params = Readonly<Record<string, unknown>>;

export interface RpcRequest {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params;
}

export interface RpcNotification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: Params;
}

/** The answer to a request of ours. A stateless server sends none, so nobody waits for it. */
export interface RpcResponse {
  readonly kind: "response";
  readonly id: RequestId;
}

/** Something that is no message; `code` is a JSON-RPC error code, `id` the one it carried, if it could be read. */
export interface Malformed {
  readonly kind: "malformed";
  readonly id: RequestId | undefined;
  readonly code: number;
  readonly message: string;
}

const parseError = -32700;
export const invalidRequest = -32600;
export const methodNotFound = -32601;
export const invalidParams = -32602;

const noParams: Params = Object.freeze({});

export type Message = RpcRequest | RpcNotification | RpcResponse;

/** Reads one message. Never throws. */
export function readMessage(text: string): Message | Malformed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return notJson("The body is not valid JSON.");
  }
  if (Array.isArray(value)) {
    return malformed(
      invalidRequest,
      "Batches are not supported: send one JSON-RPC message a request.",
      undefined,
    );
  }
  if (!isObject(value)) return malformed(invalidRequest, "A JSON-RPC message is an object.", undefined);
  return classify(value);
}

/** What cannot even be parsed. */
export function notJson(message: string): Malformed {
  return malformed(parseError, message, undefined);
}

function classify(value: Params): Message | Malformed {
  const { id, method, params = noParams } = value;
  const knownId = isRequestId(id) ? id : undefined;
  if (value.jsonrpc !== "2.0")
    return malformed(invalidRequest, 'A message carries "jsonrpc": "2.0".', knownId);
  if (id !== undefined && knownId === undefined) {
    return malformed(
      invalidRequest,
      "An id is a string or a number, up to 2^53 - 1, and never null.",
      undefined,
    );
  }
  if (method === undefined && knownId !== undefined && ("result" in value || "error" in value)) {
    return { kind: "response", id: knownId };
  }
  if (typeof method !== "string")
    return malformed(invalidRequest, "A message names its method as a string.", knownId);
  if (!isObject(params)) return malformed(invalidRequest, "The params of a message are an object.", knownId);
  if (knownId === undefined) return { kind: "notification", method, params };
  return { kind: "request", id: knownId, method, params };
}

function malformed(code: number, message: string, id: RequestId | undefined): Malformed {
  return { kind: "malformed", id, code, message };
}

/** A number that a double cannot hold would be echoed as another one, so such an id is refused. */
export function isRequestId(value: unknown): value is RequestId {
  if (typeof value === "string") return true;
  return typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

export function isObject(value: unknown): value is Params {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
