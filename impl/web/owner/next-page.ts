/** The page that a browser goes to after signing in. */
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { LINK_MINUTES } from "../../accounts/sign-in/mailed-links.ts";
import { cookieFor } from "../cookie.ts";
import type { WebContext } from "../reply.ts";
import type { EntrySite } from "./reply-entry.ts";

/** A page of the owner, and of no other site. */
export const FIRST_PAGE = "/forms";

const OWN_PATH = /^\/[A-Za-z0-9]/;

/**
 * @param next a path that came with the request
 * @returns a path of ours; `//host` and `/\host` would lead browsers to other sites, also where dots hide them (`/a/..//host`)
 */
export function nextPage(next: string | undefined): string {
  if (next === undefined || next.length > 2_000 || !OWN_PATH.test(next)) return FIRST_PAGE;
  const url = URL.parse(next, "http://own.invalid");
  if (url?.origin !== "http://own.invalid") return FIRST_PAGE;
  const path = `${url.pathname}${url.search}`;
  return OWN_PATH.test(path) ? path : FIRST_PAGE;
}

/** @param path where the browser wanted to go */
export function signInAddress(path: string): string {
  return path === FIRST_PAGE ? "/sign-in" : `/sign-in?next=${encodeURIComponent(path)}`;
}

/** The same for people who are signed in, but not recently. */
export function signInAgainAddress(path: string): string {
  return `/sign-in?again&next=${encodeURIComponent(path)}`;
}

const COOKIE = "next_page";
const LINKS = "/link";

/** Keeps the page for the time until the mailed link is opened, in this browser. Links say nothing of it: strangers can have them mailed. */
export function keepNextPage(c: WebContext, site: EntrySite, next: string | undefined): void {
  const maxAge = LINK_MINUTES.sign_in * 60;
  setCookie(c, COOKIE, nextPage(next), { ...cookieFor(site, LINKS), maxAge });
}

/** @returns the page that this browser asked for before the link was mailed */
export function takeNextPage(c: WebContext): string {
  const next = getCookie(c, COOKIE);
  if (next !== undefined) deleteCookie(c, COOKIE, { path: LINKS });
  return nextPage(next);
}
