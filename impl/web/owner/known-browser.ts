/**
 * Marks browsers that have signed in to an account before. Their sign-ins are counted separately, so strangers cannot lock the
 * owner out. Only a marked browser sees a difference, so strangers cannot find out whether an address has an account.
 */
import { getCookie, setCookie } from "hono/cookie";
import type { Account } from "../../accounts/accounts.ts";
import { createSignature, isSignature } from "../../platform/signing/signature.ts";
import { cookieFor } from "../cookie.ts";
import type { WebContext } from "../reply.ts";
import type { EntrySite } from "./reply-entry.ts";

const COOKIE = "known_browser";
const SECONDS = 180 * 86_400;

export function markBrowser(c: WebContext, site: EntrySite, email: string): void {
  const mark = createSignature(site.ownerKeys, COOKIE, email);
  setCookie(c, COOKIE, mark, { ...cookieFor(site, "/"), maxAge: SECONDS });
}

/** Signs in, and marks the browser. @returns `Set-Cookie` headers of the session */
export function startSession(
  c: WebContext,
  site: EntrySite,
  { id, email }: Account,
): Promise<readonly string[]> {
  markBrowser(c, site, email);
  return site.sessions.start(id, c.req.raw.headers);
}

/** Returns the key for limits of an address: the network, or the fact that the browser is marked, and the address. */
export function askerKey(c: WebContext, site: EntrySite, email: string): { key: string; isKnown: boolean } {
  const isKnown = isSignature(site.ownerKeys, COOKIE, email, getCookie(c, COOKIE) ?? "");
  return { key: `${isKnown ? "known browser" : c.var.network} ${email}`, isKnown };
}
