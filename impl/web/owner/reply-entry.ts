/** Sends pages for people who are not signed in. */
import { type ReplyOptions, reply, type WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { type EntryPage, entryPage } from "../views/owner/entry-page.ts";

/** None of them is kept: they show addresses, and what was wrong with a password. */
export function replyEntry(
  c: WebContext,
  site: Site,
  page: EntryPage,
  status?: ReplyOptions["status"],
): Response {
  const headers = { "Cache-Control": "private, no-store" };
  return reply(c, site, entryPage(page), { ...(status !== undefined && { status }), headers });
}
