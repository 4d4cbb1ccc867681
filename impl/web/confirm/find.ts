import type { StoredResponse } from "../../responses/responses.ts";
import type { Site } from "../site.ts";
import { findVisit, type Visit } from "../visit/visit.ts";

/** A response that somebody has come back to. */
export interface SentResponse {
  readonly visit: Visit;
  readonly response: StoredResponse;
}

/** The response of a ticket; undefined if there is none (any more), or it is of another form. */
export async function findSent(
  site: Site,
  formId: string,
  ticket: string,
): Promise<SentResponse | undefined> {
  const opened = site.tickets.verify(ticket);
  const visit = opened && (await findVisit(site, formId));
  if (opened === undefined || visit === undefined) return undefined;
  const response = await site.storage.db
    .selectFrom("responses")
    .selectAll()
    .where("id", "=", opened.response)
    .where("form_id", "=", formId)
    .where("status", "!=", "deleted")
    .executeTakeFirst();
  return response && { visit, response };
}
