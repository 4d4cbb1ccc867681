/** Requests that several checks send. */
import type { Json } from "../cases/edits.ts";
import type { Probe, ProtocolVersion } from "./check.ts";

/** The request that every server of a version has to answer, and that asks for the least. */
export function simplestMethod(version: ProtocolVersion): string {
  return version < "2026" ? "ping" : "server/discover";
}

/** A call of a tool that changes nothing, with what is to be different about it. */
export async function toolCall(probe: Probe): Promise<{ method: string; params: { [name: string]: Json } }> {
  return { method: "tools/call", params: { ...(await probe.tool()) } };
}

/** A call of a tool that no server has. */
export const unknownTool = {
  method: "tools/call",
  params: { name: "conformance_no_such_tool", arguments: {} },
} as const;
