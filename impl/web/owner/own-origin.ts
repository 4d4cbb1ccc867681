/** Whether a post comes from a page of ours. */
import type { WebContext } from "../reply.ts";

/**
 * Browsers say with every post which site it comes from (Fetch Standard, "append a request Origin header"). A post that
 * does not say so is refused, and so is one of `ALLOWED_ORIGINS`, which may call the endpoint but not sign people in.
 */
export function isFromOwnPage(c: WebContext): boolean {
  const origin = URL.parse(c.req.header("origin") ?? "");
  return origin !== null && origin.host === c.req.header("host")?.toLowerCase();
}
