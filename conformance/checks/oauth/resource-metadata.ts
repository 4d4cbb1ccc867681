/** Finds the metadata of a protected resource (RFC 9728, sections 2 and 3). */
import { isObject, type Json, parseJson } from "../../cases/edits.ts";
import type { Probe, ProbeResponse } from "../check.ts";

const wellKnown = "/.well-known/oauth-protected-resource";

/** Returns the path of the endpoint's metadata, and the path for clients that know only the host. */
export function metadataPaths({ to }: Probe): { readonly own: string; readonly root: string } {
  const endpoint = new URL(to).pathname.replace(/\/$/, "");
  return { own: `${wellKnown}${endpoint}`, root: wellKnown };
}

export function fetchMetadata(probe: Probe, path: string): Promise<ProbeResponse> {
  const headers = { Accept: "application/json", "Content-Type": undefined };
  return probe.sendOnce({ headers, http: { method: "GET", path }, credential: "none" });
}

/** Reads the metadata in a response; undefined if it has none. */
export function metadataIn({ status, answer }: ProbeResponse): { readonly [name: string]: Json } | undefined {
  if (status !== 200 || answer.kind === "broken") return undefined;
  const metadata = parseJson(answer.reply.body);
  if (!isObject(metadata) || typeof metadata.resource !== "string") return undefined;
  const { authorization_servers: servers } = metadata;
  return Array.isArray(servers) && servers.length > 0 ? metadata : undefined;
}

/** A response with metadata, or that of the last address where clients look. */
export interface FoundMetadata {
  readonly response: ProbeResponse;
  /** The metadata are those of the whole host. */
  readonly isOfHost: boolean;
}

/**
 * Looks where clients look: at the address that the challenge names, else at the well-known one with the path of the endpoint, else at that
 * without a path (MCP 2025-11-25, Protected Resource Metadata Discovery Requirements). The suite does not open an address on another host.
 * @param named the address in the challenge
 */
export async function findMetadata(probe: Probe, named: URL | null): Promise<FoundMetadata> {
  const { own, root } = metadataPaths(probe);
  if (named !== null && named.origin === new URL(probe.to).origin) {
    const path = named.pathname + named.search;
    return { response: await fetchMetadata(probe, path), isOfHost: path === root };
  }
  const response = await fetchMetadata(probe, own);
  if (metadataIn(response) !== undefined || own === root) return { response, isOfHost: own === root };
  const ofHost = await fetchMetadata(probe, root);
  return metadataIn(ofHost) === undefined
    ? { response, isOfHost: false }
    : { response: ofHost, isOfHost: true };
}

/** Whether there are metadata at one of the two paths. */
export async function describesItself(probe: Probe): Promise<boolean> {
  const { own, root } = metadataPaths(probe);
  for (const path of new Set([own, root])) if (metadataIn(await fetchMetadata(probe, path))) return true;
  return false;
}
