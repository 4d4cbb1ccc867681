import type { RequestId } from "./message.ts";

/** The answer to one request: a whole JSON-RPC response, ready to be sent. */
export interface Answer {
  readonly body: string;
  /** The end of the response, where it is long and was written before: copying it would cost more than sending it. */
  readonly readyMade?: Buffer;
  /** For HTTP, where the revision of MCP asks for a status from 400 on. */
  readonly status?: number;
  /** The caller has called it off: a transport that can stay silent sends nothing. */
  readonly cancelled?: true;
  /** The scopes that were missing, where the spec wants that denied by the transport (HTTP 403). */
  readonly denied?: readonly string[];
}

/** `result` is JSON text. */
export function resultText(id: RequestId, result: string): string {
  return `{"jsonrpc":"2.0","id":${idText(id)},"result":${result}}`;
}

/** Without an id (which could not be read, or does not apply) the key is left out, as MCP's schema wants it. */
export function errorText(id: RequestId | undefined, code: number, message: string, data?: unknown): string {
  const key = id === undefined ? "" : `"id":${idText(id)},`;
  return `{"jsonrpc":"2.0",${key}"error":${JSON.stringify({ code, message, data })}}`;
}

export function idText(id: RequestId): string {
  return typeof id === "number" ? String(id) : JSON.stringify(id);
}
