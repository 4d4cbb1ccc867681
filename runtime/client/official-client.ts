/** Calls of tools through the official client, of either generation. */
import type { CallOptions } from "./tool-map.ts";

/**
 * A connected `Client` of `@modelcontextprotocol/sdk` (1.x) or of `@modelcontextprotocol/client` (2.x). The two differ in
 * where `callTool` takes its options; this type says only what both have, so that neither package is a dependency.
 */
export interface OfficialClient {
  callTool(params: CallParameters, ...more: never[]): Promise<unknown>;
}

export interface CallParameters {
  readonly name: string;
  readonly arguments?: Record<string, unknown>;
}

/** The options of both clients, as far as calls use them. */
export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: NonNullable<CallOptions["onProgress"]>;
  readonly timeout?: number;
  readonly resetTimeoutOnProgress: boolean;
}

type CallTool = (params: CallParameters, ...more: readonly unknown[]) => Promise<unknown>;

/** Calls a tool; rejects for what is no tool result: HTTP errors, JSON-RPC errors, timeouts and cancellations. */
export function callTool(
  client: OfficialClient,
  params: CallParameters,
  options: CallOptions = {},
): Promise<unknown> {
  const call = client.callTool.bind(client) as CallTool;
  const { signal, onProgress, timeoutMs } = options;
  const requestOptions: RequestOptions = {
    ...(signal && { signal }),
    ...(onProgress && { onprogress: onProgress }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    resetTimeoutOnProgress: true,
  };
  // In 1.x the second argument is the schema of the result; that client has no `discover`, which is a method of 2026-07-28.
  return "discover" in client ? call(params, requestOptions) : call(params, undefined, requestOptions);
}
