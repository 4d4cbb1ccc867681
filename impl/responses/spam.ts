/** Marks responses as spam, and takes the mark back. */
import { findWritableForm } from "../forms/access.ts";
import { lockForm } from "../forms/forms.ts";
import type { Storage } from "../platform/storage/storage.ts";
import { unindexed } from "../platform/storage/unindexed.ts";
import type { Clock } from "../platform/time/clock.ts";
import { type NotCounted, whyNotCounted } from "./confirm.ts";

interface Parts {
  readonly storage: Storage;
  readonly clock: Clock;
}

/**
 * Marks responses of a form as spam: they count no longer, neither for reads nor for the limit of the form, and are removed
 * after some days. Responses of other forms are left alone.
 * @returns the ids of those that were marked
 * @throws Refusal not_found, forbidden, subscription_inactive
 */
export async function markSpam(
  { storage, clock }: Parts,
  accountId: string,
  formId: string,
  responseIds: readonly string[],
): Promise<string[]> {
  if (responseIds.length === 0) return [];
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    await findWritableForm(transaction, accountId, formId, "edit", now);
    // The number of verified responses changes, which submissions and edits of the structure rely on.
    await lockForm(transaction, formId);
    const marked = await transaction
      .updateTable("responses")
      .set({ status: "spam", marked_at: now.toISOString() })
      .where("id", "in", responseIds)
      .where(unindexed("form_id"), "=", formId)
      .where(unindexed("status"), "in", ["verified", "pending_verification"])
      .returning("id")
      .execute();
    return marked.map(({ id }) => id);
  });
}

/**
 * What became of a response that is no spam. `verified`: it counts again; `pending_verification`: its address was never
 * confirmed, so its respondent needs a mail; `answered_before`, `full`, `choice_full`: the form does not take it any more, and it
 * stays spam; `gone`: there is no such spam.
 */
export type Unmarked = "verified" | "pending_verification" | NotCounted["state"] | "gone";

/**
 * Takes the mark back. What was verified before counts again if the form still takes it, by the rules for a confirmation.
 * @throws Refusal not_found, forbidden, subscription_inactive
 */
export async function unmarkSpam(
  { storage, clock }: Parts,
  accountId: string,
  formId: string,
  responseId: string,
): Promise<Unmarked> {
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    await findWritableForm(transaction, accountId, formId, "edit", now);
    const form = await lockForm(transaction, formId);
    const response = await transaction
      .selectFrom("responses")
      .selectAll()
      .where("form_id", "=", formId)
      .where("id", "=", responseId)
      .where("status", "=", "spam")
      .executeTakeFirst();
    if (form === undefined || response === undefined) return "gone";
    const status = response.verified_at === null ? "pending_verification" : "verified";
    const refused = status === "verified" ? await whyNotCounted(transaction, form, response, now) : undefined;
    if (refused !== undefined) return refused.state;
    // Repeats the condition: the cleanup may have removed it meanwhile.
    const { numUpdatedRows } = await transaction
      .updateTable("responses")
      .set({ status, marked_at: now.toISOString() })
      .where("id", "=", responseId)
      .where("status", "=", "spam")
      .executeTakeFirst();
    return numUpdatedRows > 0n ? status : "gone";
  });
}
