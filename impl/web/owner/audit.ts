/** What owners change on their pages is logged as the writing tools log their calls, never with secrets or texts. */
import type { OwnerRequest } from "./owner-pages.ts";

/** @param details ids and counts */
export function audit(
  { site, account, sessionId }: Pick<OwnerRequest, "site" | "account" | "sessionId">,
  action: string,
  details: Readonly<Record<string, string | number>> = {},
): void {
  site.log.info({
    event: "page_action",
    kind: "audit",
    action,
    account: account.id,
    session: sessionId,
    ...details,
  });
}
