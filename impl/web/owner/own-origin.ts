/** Checks that a post comes from a page of this site. */
import type { WebContext } from "../reply.ts";

/**
 * Returns whether the origin is this site. Browsers send the origin with every post (Fetch Standard, "append a request Origin
 * header"). A post without an origin is refused, and so is one of `ALLOWED_ORIGINS`, which can call the endpoint but not sign
 * users in.
 */
export function isFromOwnPage(c: WebContext): boolean {
  const origin = URL.parse(c.req.header("origin") ?? "");
  return origin !== null && origin.host === c.req.header("host")?.toLowerCase();
}
