/** Sends pages for users who are not signed in. */
import { type ReplyOptions, reply, type WebContext } from "../reply.ts";
import type { Site } from "../site.ts";
import { type EntryPage, entryPage } from "./views/entry-page.ts";

/** The parts of the site that these pages use. */
export type EntrySite = Pick<
  Site,
  "storage" | "clock" | "log" | "files" | "limits" | "sessions" | "passkeys" | "signUp"
> &
  Pick<Site, "contact" | "legal" | "background" | "mailer" | "shownOutbox" | "ownerKeys" | "publicUrl">;

/** Sends a page that browsers do not cache: it may show an address, or a problem with a password. */
export function replyEntry(c: WebContext, page: EntryPage, status?: ReplyOptions["status"]): Response {
  const headers = { "Cache-Control": "private, no-store" };
  return reply(c, entryPage(page), { ...(status !== undefined && { status }), headers });
}
