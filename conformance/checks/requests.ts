/** Requests that several checks send. */
import type { Json } from "../cases/edits.ts";
import { clientInfo } from "../wire/request-metadata.ts";
import type { Probe, ProtocolVersion } from "./check.ts";

/** The sections about messages of clients over HTTP. */
export const sending = {
  "2025-11-25": "basic/transports#sending-messages-to-the-server",
  "2026-07-28": "basic/transports/streamable-http#sending-messages",
};

/** Returns the method of the smallest request that every server of a version must answer. */
export function simplestMethod(version: ProtocolVersion): string {
  return version < "2026" ? "ping" : "server/discover";
}

/** Returns the smallest request that the server answers. One that never gets an answer is the finding of its own check. */
export async function answeredMethod(probe: Probe): Promise<string> {
  const simplest = simplestMethod(probe.version);
  const { answer } = await probe.sendOnce({ method: simplest });
  return answer.kind === "broken" ? "tools/list" : simplest;
}

/** A request for a version. */
export interface InitializeRequest {
  readonly method: "initialize";
  readonly params: { readonly [name: string]: Json };
}

/** Creates the first request of a connection. */
export function initialize(protocolVersion: string): InitializeRequest {
  return { method: "initialize", params: { protocolVersion, capabilities: {}, clientInfo } };
}

/** Creates a call of a tool that changes nothing. */
export async function toolCall(probe: Probe): Promise<{ method: string; params: { [name: string]: Json } }> {
  return { method: "tools/call", params: { ...(await probe.tool()) } };
}

/** A call of an unknown tool. */
export const unknownTool = {
  method: "tools/call",
  params: { name: "conformance_no_such_tool", arguments: {} },
} as const;
