import type { ServerIdentity } from "../service.ts";

/** What a revision of MCP adds to every result. */
export interface Envelope {
  /** How a result begins that has no `_meta` of its own, as JSON text: `{`, or that and some members. */
  readonly opening: string;
  /** The same for results with a `_meta` of their own. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Results of 2025-11-25 and before carry nothing beside what was asked for. */
export const legacyEnvelope: Envelope = { opening: "{", members: {}, meta: {} };

/** Results of 2026-07-28 say that they are complete, and whose they are, since there was no handshake to say it. */
export function modernEnvelope(server: ServerIdentity): Envelope {
  const members = { resultType: "complete" };
  const meta = { "io.modelcontextprotocol/serverInfo": serverInfo(server) };
  return { opening: `${JSON.stringify({ ...members, _meta: meta }).slice(0, -1)},`, members, meta };
}

/** MCP's `Implementation`: who a server is. */
export function serverInfo({ instructions: _, protocolVersions: __, ...info }: ServerIdentity): object {
  return info;
}
