/** Requests through the official client, of either generation. */
import type { CallOptions } from "./operation-map.ts";

/**
 * A connected `Client` of `@modelcontextprotocol/sdk` (1.x) or of `@modelcontextprotocol/client` (2.x). The two differ in
 * where `callTool` takes its options; this type says only what both have, so that neither package is a dependency.
 */
export interface OfficialClient {
  callTool(params: CallParameters, ...more: never[]): Promise<unknown>;
  readResource(params: { uri: string }, ...more: never[]): Promise<unknown>;
  getPrompt(params: { name: string; arguments?: Record<string, string> }, ...more: never[]): Promise<unknown>;
  complete(params: CompletionParameters, ...more: never[]): Promise<unknown>;
}

export interface CallParameters {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

export interface CompletionParameters {
  ref: { type: "ref/resource"; uri: string } | { type: "ref/prompt"; name: string };
  argument: { name: string; value: string };
  context?: { arguments?: Record<string, string> };
}

/** The options of both clients, as far as calls use them. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: NonNullable<CallOptions["onProgress"]>;
  readonly timeout?: number;
  readonly resetTimeoutOnProgress: boolean;
}

/** Sends a request; rejects for HTTP errors, JSON-RPC errors, timeouts and cancellations. */
export function send(
  client: OfficialClient,
  method: keyof OfficialClient,
  params: object,
  options: CallOptions = {},
): Promise<unknown> {
  const request: (params: object, ...more: unknown[]) => Promise<unknown> = client[method].bind(
    client,
  ) as never;
  const { signal, onProgress, timeoutMs } = options;
  const requestOptions: RequestOptions = {
    ...(signal && { signal }),
    ...(onProgress && { onprogress: onProgress }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    resetTimeoutOnProgress: true,
  };
  // In 1.x the second argument of `callTool` is the schema of the result; that client has no `discover`, a method of 2026-07-28.
  const isFirst = method === "callTool" && !("discover" in client);
  return isFirst ? request(params, undefined, requestOptions) : request(params, requestOptions);
}
