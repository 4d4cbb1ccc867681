/** Links for downloads. Each has a secret and works for ten minutes. */
import { randomBytes } from "node:crypto";
import { now, timeAt } from "./clock.ts";

interface Linked {
  readonly name: string;
  readonly mediaType: string;
  readonly text: string;
  readonly ends: number;
}

const lifetime = 10 * 60_000;
const links = new Map<string, Linked>();
let base = "";

export function serveLinksAt(url: string): void {
  base = url;
}

export function makeLink(name: string, mediaType: string, text: string): { url: string; expires_at: string } {
  const secret = randomBytes(24).toString("base64url");
  const ends = now() + lifetime;
  links.set(secret, { name, mediaType, text, ends });
  return { url: `${base}/download/${secret}`, expires_at: timeAt(ends) };
}

/** What a path such as /download/SECRET leads to; undefined where there is nothing, or its time is up. */
export function linkedAt(path: string): Linked | undefined {
  const linked = links.get(path.replace(/^\/download\//, ""));
  return linked !== undefined && now() < linked.ends ? linked : undefined;
}
