/** Sends requests through the official client, of either major version. */
import type { CallOptions } from "./operation-map.ts";

/**
 * A connected `Client` of `@modelcontextprotocol/sdk` (1.x) or of `@modelcontextprotocol/client` (2.x). The two differ in
 * where `callTool` takes its options; this type has only the methods of both, so that neither package is a dependency.
 */
export interface OfficialClient extends Readonly<Record<ClientMethod, Send>> {
  /** For tasks: sends a request of any method. */
  readonly request?: Send;
  /** For tasks: the transport, which `withTasks` made. */
  readonly transport?: unknown;
}

/** The methods of the official client that a typed client calls. */
export type ClientMethod = "callTool" | "readResource" | "getPrompt" | "complete";
/** A method of the official client, which takes other parameters in 1.x than in 2.x. */
export type Send = (...parameters: never[]) => Promise<unknown>;

/** Sends a request; rejects for HTTP errors, JSON-RPC errors, timeouts and cancellations. */
export function send(
  client: OfficialClient,
  method: ClientMethod,
  params: object,
  options: CallOptions = {},
): Promise<unknown> {
  const request = client[method].bind(client) as (...parameters: unknown[]) => Promise<unknown>;
  const { signal, onProgress, timeoutMs } = options;
  const requestOptions = {
    ...(signal && { signal }),
    ...(onProgress && { onprogress: onProgress }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    resetTimeoutOnProgress: true,
  };
  // In 1.x the second argument of `callTool` is the schema of the result; that client has no `discover`, a method of 2026-07-28.
  const isFirst = method === "callTool" && !("discover" in client);
  return isFirst ? request(params, undefined, requestOptions) : request(params, requestOptions);
}
