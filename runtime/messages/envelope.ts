/** The members that a revision of MCP adds to every result. */
import type { ServerIdentity } from "../service/service.ts";

export interface Envelope {
  /** Whether the envelope belongs to MCP 2026-07-28. */
  readonly isModern: boolean;
  /** The start of a result that has no `_meta` of its own, as JSON text: `{`, or `{`, members and a comma. */
  readonly openingJson: string;
  /** The members to add to a result that has a `_meta` of its own. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The members to add to the `_meta` of such a result. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** MCP 2025-11-25 and earlier revisions add nothing. */
export const legacyEnvelope: Envelope = { isModern: false, openingJson: "{", members: {}, meta: {} };

/** MCP 2026-07-28 has no handshake, so every result has a `resultType` and names the server. */
export function modernEnvelope(server: ServerIdentity): Envelope {
  const members = { resultType: "complete" };
  const meta = { "io.modelcontextprotocol/serverInfo": serverInfo(server) };
  const openingJson = `${JSON.stringify({ ...members, _meta: meta }).slice(0, -1)},`;
  return { isModern: true, openingJson, members, meta };
}

/** Returns the server as MCP's `Implementation`. */
export function serverInfo({
  instructions: _,
  notifications: __,
  protocolVersions: ___,
  ...info
}: ServerIdentity): object {
  return info;
}

/** The milliseconds for which clients may cache data that changes only with a deployment. */
const deploymentTtlMs = 300_000;

/** Returns the members of a result that clients may cache (SEP-2549), and a comma; an empty text before MCP 2026-07-28. */
export function cachingJson({ isModern }: Envelope, isPublic: boolean, ttlMs = deploymentTtlMs): string {
  return isModern ? `"ttlMs":${ttlMs},"cacheScope":"${isPublic ? "public" : "private"}",` : "";
}
