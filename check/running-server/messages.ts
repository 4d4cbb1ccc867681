/** Messages of JSON-RPC 2.0, and the errors that end a request. */
import { isSchemaObject } from "@toolwright/json-schema";

/** A request or a notification to the server. */
export interface OutgoingMessage {
  readonly jsonrpc: "2.0";
  /** Left out for a notification. */
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A message of the server, as it was parsed. */
export type IncomingMessage = Readonly<Record<string, unknown>>;

/** The `result` of a response, as it was parsed. */
export type Result = Readonly<Record<string, unknown>>;

/** The server answered with an error of JSON-RPC. */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(`MCP error ${code}: ${message}`);
    this.code = code;
  }
}

/** The server answered with an HTTP status that is no success, and without a message. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  /** The header `WWW-Authenticate`, which says how to authenticate. */
  readonly challenge: string | null;

  constructor(status: number, message: string, challenge: string | null = null) {
    super(message);
    this.status = status;
    this.challenge = challenge;
  }
}

/** The server answered, but not as Streamable HTTP or JSON-RPC say. */
export class NotMcpError extends Error {
  override readonly name = "NotMcpError";
}

/** The server ended before it had answered. */
export class ClosedError extends Error {
  override readonly name = "ClosedError";
}

/** The server took too long. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  /** How long the answer was waited for, in seconds. */
  readonly seconds: number;

  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
    this.seconds = Math.round(ms / 1_000);
  }
}

/** The code of a method that a server does not know. */
export const methodNotFound = -32601;

/** JSON-RPC over each transport is UTF-8 (MCP 2025-11-25, Transports). */
export const notUtf8 = "the text is not UTF-8";

/** The id of the request that a message answers. Some servers send a number as text, and most clients read it. */
export function requestId({ id }: IncomingMessage): number | undefined {
  if (typeof id === "number") return id;
  return typeof id === "string" && /^\d+$/.test(id) ? Number(id) : undefined;
}

/** Returns a message that answers a request. An error may have no id, where the server could not read that of the request. @throws NotMcpError */
export function withId(message: IncomingMessage, id: number): IncomingMessage {
  const isAnonymous = isSchemaObject(message.error) && (message.id ?? null) === null;
  if (isAnonymous || requestId(message) === id) return message;
  throw new NotMcpError(`the answer has the id ${JSON.stringify(message.id)}, and the request has ${id}`);
}

/** The result of an answer. @throws RpcError, NotMcpError */
export function readResult(message: IncomingMessage): Result {
  const { result, error } = message;
  if (isSchemaObject(error)) throw new RpcError(Number(error.code), String(error.message));
  if (!isSchemaObject(result)) throw new NotMcpError("the answer has neither a result nor an error");
  return result;
}

/** The answer to a request of the server: this client has no capabilities. */
export function answerTo({ id, method }: IncomingMessage): OutgoingMessage | undefined {
  if (typeof id !== "number" && typeof id !== "string") return undefined;
  if (method === "ping") return { jsonrpc: "2.0", id, result: {} };
  return { jsonrpc: "2.0", id, error: { code: methodNotFound, message: "This client has no capabilities." } };
}
