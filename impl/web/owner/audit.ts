/** Logs changes by owners on their pages, as writing tools log their calls, without secrets and texts. */
import type { OwnerRequest } from "./owner-pages.ts";

/** Logs a change. @param details ids and counts */
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
