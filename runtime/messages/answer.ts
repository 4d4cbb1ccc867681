/** Answers of the dispatcher, and the JSON texts of JSON-RPC responses. */
import type { RequestId } from "./message.ts";

/** The answer to one request: the JSON text of a JSON-RPC response, and facts for the transport. */
export interface Answer {
  readonly body: string;
  /** The rest of the response after `body`, if it is long and was serialised before; this avoids copying it. */
  readonly prebuiltEnd?: Uint8Array;
  /** The HTTP status, from 400 on, if the revision of MCP requires one. */
  readonly status?: number;
  /** The session id in the answer to `initialize`, for HTTP. */
  readonly sessionId?: string | undefined;
  /** The client cancelled the request. stdio then sends nothing; HTTP has to send something. */
  readonly cancelled?: true;
  /** The scopes that the caller lacks, if the status must be HTTP 403. */
  readonly missingScopes?: readonly string[];
}

const utf8 = new TextDecoder();

/** Returns the whole JSON text of an answer. */
export function wholeText({ body, prebuiltEnd }: Answer): string {
  return prebuiltEnd === undefined ? body : body + utf8.decode(prebuiltEnd);
}

/** Returns a successful response; `result` is JSON text. */
export function resultJson(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${idJson(id)},"result":${result}}`;
}

/** Returns an error response. MCP's schema allows no null id, so the key is left out if the id is unknown. */
export function errorJson(id: RequestId | undefined, code: number, message: string, data?: unknown): string {
  const key = id === undefined ? "" : `"id":${idJson(id)},`;
  return `{"jsonrpc":"2.0",${key}"error":${JSON.stringify({ code, message, data })}}`;
}

export function idJson(id: RequestId): string {
  return typeof id === "number" ? String(id) : JSON.stringify(id);
}
