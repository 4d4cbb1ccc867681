/** Marks responses as spam, and lists those that are. */
import { findWritableForm } from "../forms/access.ts";
import { lockForm } from "../forms/forms.ts";
import { hastenJob } from "../platform/jobs/jobs.ts";
import { withoutIndex } from "../platform/storage/index-hints.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Stores } from "../platform/stores.ts";

/**
 * Marks responses of a form as spam: they no longer count for reads or for the limit of the form, and are removed after some
 * days. Responses of other forms are not changed. @returns the ids of the marked responses @throws Refusal not_found,
 * forbidden, subscription_inactive
 */
export async function markSpam(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
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
      .where(withoutIndex("form_id"), "=", formId)
      .where(withoutIndex("status"), "in", ["verified", "pending_verification"])
      .where("is_test", "=", 0)
      .returning("id")
      .execute();
    if (marked.length > 0) await hastenJob(transaction, { kind: "waiting_list", subject: formId }, now);
    return marked.map(({ id }) => id);
  });
}

/** Returns which of these responses of a form are spam. The caller has checked the access to the form. */
export async function listSpam(
  queries: Queries,
  formId: string,
  responseIds: readonly string[],
): Promise<string[]> {
  if (responseIds.length === 0) return [];
  const found = await queries
    .selectFrom("responses")
    .select("id")
    .where("id", "in", responseIds)
    .where(withoutIndex("form_id"), "=", formId)
    .where(withoutIndex("status"), "=", "spam")
    .execute();
  return found.map(({ id }) => id);
}
