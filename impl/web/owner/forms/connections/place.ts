/** Reads the form and the webhook that a request names. */
import type { Place } from "../../../../forms/webhooks/webhooks.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import type { EntrySite } from "../../reply-entry.ts";

export type ConnectionsRequest = OwnerRequest<
  keyof EntrySite | "webhookNetworks" | "formUrls" | "wakeWorker"
>;

export function readPlace({ account, c }: ConnectionsRequest, formId: string): Place {
  return { accountId: account.id, formId, webhookId: c.req.param("webhook") ?? "" };
}
