/** Reads JSON-RPC 2.0 messages as MCP narrows them: no batches, ids are strings or numbers, params are objects. */
import { exceededBound, findMember } from "../json/bounds.ts";
import { isObject, type JsonObject } from "../json/object.ts";

export type RequestId = string | number;
export type Params = JsonObject;

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

/** A response of the client to a request of the server. */
export interface RpcResponse {
  readonly kind: "response";
  readonly id: RequestId;
  readonly result: unknown;
  readonly error: unknown;
}

/** Input that is not a valid message. `code` is a JSON-RPC error code; `id` is that of the message, if it has a valid one. */
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

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @throws TypeError if the bytes are not UTF-8 */
export function decode(bytes: Uint8Array): string {
  return utf8.decode(bytes);
}

/** The most values in a message: more than any form, table or list of arguments needs. */
export const MAX_VALUES = 200_000;

/** The most levels in a message. Its arguments may have two less. */
const MAX_LEVELS = 500;

/**
 * Reads one message from its bytes. It never throws: the result describes an invalid message.
 * @param maxValues the most members, items, objects and arrays; these cost more than bytes
 */
export function readBytes(bytes: Uint8Array, maxValues: number = MAX_VALUES): Message | Malformed {
  const exceeded = exceededBound(bytes, { values: maxValues, levels: MAX_LEVELS });
  // Over stdio a client finds the refused request by this id only.
  if (exceeded !== undefined) return malformed(invalidRequest, tooComplex[exceeded](maxValues), idIn(bytes));
  let value: unknown;
  try {
    value = JSON.parse(decode(bytes));
  } catch (error) {
    return notJson(
      error instanceof TypeError ? "The message is not valid UTF-8." : "The body is not valid JSON.",
    );
  }
  if (isObject(value)) return classify(value);
  return malformed(
    invalidRequest,
    Array.isArray(value)
      ? "Batches are not supported: send one JSON-RPC message per request."
      : "A JSON-RPC message must be an object.",
  );
}

function idIn(bytes: Uint8Array): RequestId | undefined {
  const id = findMember(bytes, "id");
  return isRequestId(id) ? id : undefined;
}

const tooComplex = {
  values: (most: number) =>
    `The message has more than ${most} members, items, objects and arrays. Send it in parts.`,
  levels: () =>
    `The message has more than ${MAX_LEVELS} levels of objects and arrays. Send a flatter structure.`,
};

/** The result for input that is not JSON. */
export function notJson(message: string): Malformed {
  return malformed(parseError, message);
}

function classify(value: Params): Message | Malformed {
  const { id, method, params = noParams } = value;
  const validId = isRequestId(id) ? id : undefined;
  if (value.jsonrpc !== "2.0")
    return malformed(invalidRequest, 'A message must have "jsonrpc": "2.0".', validId);
  if (id !== undefined && validId === undefined)
    return malformed(invalidRequest, "An id must be a string or a number up to 2^53 - 1, not null.");
  if (method === undefined && validId !== undefined && ("result" in value || "error" in value))
    return { kind: "response", id: validId, result: value.result, error: value.error };
  if (typeof method !== "string")
    return malformed(invalidRequest, "The method of a message must be a string.", validId);
  if (!isObject(params))
    return malformed(invalidRequest, "The params of a message must be an object.", validId);
  if (validId === undefined) return { kind: "notification", method, params };
  return { kind: "request", id: validId, method, params };
}

function malformed(code: number, message: string, id?: RequestId): Malformed {
  return { kind: "malformed", id, code, message };
}

/** Refuses numbers beyond 2^53 - 1: a double cannot hold them, so the response would carry another id. */
export function isRequestId(value: unknown): value is RequestId {
  if (typeof value === "string") return true;
  return typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
