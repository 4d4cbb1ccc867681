/** Answers the requests of a server to its client: a server may wait for the answer before it answers a call. */
import type { JsonObject } from "../cases/edits.ts";

/** JSON-RPC: method not found. */
const methodNotFound = -32601;

const withoutCapability = "The conformance suite declares no capability for";

/**
 * Returns the answer to a request of the server; undefined if the message is none. A client answers every `ping` (MCP 2025-11-25,
 * Ping). The suite declares no capability for other requests, such as `roots/list`, so their method is not found.
 */
export function answerServerRequest({ id, method }: JsonObject): string | undefined {
  if (typeof method !== "string" || (typeof id !== "string" && typeof id !== "number")) return undefined;
  const answer =
    method === "ping"
      ? { result: {} }
      : {
          error: { code: methodNotFound, message: `${withoutCapability} ${method}, so it does not answer.` },
        };
  return JSON.stringify({ jsonrpc: "2.0", id, ...answer });
}

/** Whether an error of the server repeats the answer of the suite: the call failed since the suite does not answer. */
export function repeatsAnswer(error: string): boolean {
  return error.includes(withoutCapability);
}
