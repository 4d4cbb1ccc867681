/** Finds the response that a signed token in an address names. */
import type { StoredResponse } from "../../../responses/responses.ts";
import type { Site } from "../../site.ts";
import { findPublicForm, type PublicForm } from "../public-form/public-form.ts";

/** The parts of the site that find the response of a returning respondent. */
export type SentSite = Pick<Site, "storage" | "clock" | "tickets">;

/** A response with its form. */
export interface SentResponse {
  readonly publicForm: PublicForm;
  readonly response: StoredResponse;
}

/** Finds the response of a ticket; undefined if it does not exist (any more) or belongs to another form. */
export async function findSent(
  site: SentSite,
  formId: string,
  ticket: string,
): Promise<SentResponse | undefined> {
  const ticketed = site.tickets.verify(ticket);
  const publicForm = ticketed && (await findPublicForm(site, formId));
  if (ticketed === undefined || publicForm === undefined) return undefined;
  const response = await site.storage.db
    .selectFrom("live_responses")
    .selectAll()
    .where("id", "=", ticketed.response)
    .where("form_id", "=", formId)
    .executeTakeFirst();
  return response && { publicForm, response };
}
