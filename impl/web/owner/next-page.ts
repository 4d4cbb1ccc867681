/** The page that a browser goes to after signing in. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { LINK_MINUTES } from "../../accounts/sign-in/mailed-links.ts";
import { cookieFor } from "../cookie.ts";
import type { WebContext } from "../reply.ts";
import type { EntrySite } from "./reply-entry.ts";

/** The default page after a sign-in. */
export const FIRST_PAGE = "/forms";

const OWN_PATH = /^\/[A-Za-z0-9]/;

/**
 * Checks a path to redirect to.
 * @param next the path in the request
 * @returns a path of this site; `//host` and `/\host` would lead browsers to other sites, even behind dots (`/a/..//host`)
 */
export function nextPage(next: string | undefined): string {
  if (next === undefined || next.length > 2_000 || !OWN_PATH.test(next)) return FIRST_PAGE;
  const url = URL.parse(next, "http://own.invalid");
  if (url?.origin !== "http://own.invalid") return FIRST_PAGE;
  const path = `${url.pathname}${url.search}`;
  return OWN_PATH.test(path) ? path : FIRST_PAGE;
}

/** Returns the address of the sign-in. @param path the requested page */
export function signInAddress(path: string): string {
  return path === FIRST_PAGE ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`;
}

/** Returns the address for users whose sign-in is too old. */
export function signInAgainAddress(path: string): string {
  return `/sign-in?again&next=${encodeURIComponent(path)}`;
}

const COOKIE = "next_page";
const LINKS = "/link";

/** Stores the page in this browser until the mailed link is opened. The link does not contain it, because strangers can request links. */
export function keepNextPage(c: WebContext, site: EntrySite, next: string | undefined): void {
  const maxAge = LINK_MINUTES.sign_in * 60;
  setCookie(c, COOKIE, nextPage(next), { ...cookieFor(site, LINKS), maxAge });
}

/** Reads and deletes the page that this browser requested before the link was mailed. */
export function takeNextPage(c: WebContext): string {
  const next = getCookie(c, COOKIE);
  if (next !== undefined) deleteCookie(c, COOKIE, { path: LINKS });
  return nextPage(next);
}
