/** Where a browser goes after signing in: a page of the owner, and of no other site. */
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
