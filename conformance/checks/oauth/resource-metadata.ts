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

/** Whether there are metadata at one of the two paths. */
export async function describesItself(probe: Probe): Promise<boolean> {
  const { own, root } = metadataPaths(probe);
  for (const path of new Set([own, root])) if (metadataIn(await fetchMetadata(probe, path))) return true;
  return false;
}
