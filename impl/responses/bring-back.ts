/** Takes the mark of spam back, and undoes deletions. */
import type { Transaction } from "kysely";
import type { ResponseStatus } from "../../generated/types.ts";
import { findFormFor, findWritableForm } from "../forms/access.ts";
import { lockForm } from "../forms/forms.ts";
import { noteEvent } from "../forms/webhooks/events.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Stores } from "../platform/stores.ts";
import { type NotCounted, whyNotCounted } from "./confirm.ts";
import type { StoredResponse } from "./responses.ts";

/**
 * The result of restoring a response that was spam or deleted. `verified`: it counts again. `pending_verification`: its address
 * was never confirmed, so its respondent needs a mail. `spam`: it was spam when it was deleted. `answered_before`, `full`,
 * `choice_full`: the form no longer accepts it, and it is unchanged. `gone`: there is no such response.
 */
export type BroughtBack = Before["status"] | NotCounted["state"] | "gone";

/**
 * Restores the former status of a response that is spam or deleted. A verified response counts again if the form still accepts
 * it, by the rules for a confirmation. A webhook that has reported the deletion reports the response again. Like deleting,
 * undoing a deletion needs no subscription. @throws Refusal not_found, forbidden, subscription_inactive
 */
export async function bringBack(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  accountId: string,
  formId: string,
  responseId: string,
): Promise<BroughtBack> {
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    await findFormFor(transaction, accountId, formId, "edit");
    const form = await lockForm(transaction, formId);
    const response = await transaction
      .selectFrom("responses")
      .selectAll()
      .where("form_id", "=", formId)
      .where("id", "=", responseId)
      .executeTakeFirst();
    if (form === undefined || response === undefined) return "gone";
    const before = await stateBefore(transaction, response);
    if (before === undefined) return "gone";
    if (response.status === "spam") await findWritableForm(transaction, accountId, formId, "edit", now);
    if (before.status === "verified") {
      const refused = await whyNotCounted(transaction, form, { ...response, ...before }, now);
      if (refused !== undefined) return refused.state;
    }
    return change(transaction, response, before, now);
  });
}

type Before = Pick<Schema["deleted_responses"], "email" | "answers"> & {
  readonly status: Exclude<ResponseStatus, "deleted">;
};

async function change(
  transaction: Transaction<Schema>,
  { id, form_id, status }: StoredResponse,
  before: Before,
  now: Date,
): Promise<BroughtBack> {
  await transaction.deleteFrom("deleted_responses").where("response_id", "=", id).execute();
  // Repeats the condition: the cleanup may have removed it meanwhile.
  const { numUpdatedRows } = await transaction
    .updateTable("responses")
    .set({ ...before, ...(status === "spam" && { marked_at: now.toISOString() }) })
    .where("id", "=", id)
    .where("status", "=", status)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return "gone";
  if (status === "deleted" && before.status === "verified")
    await noteEvent(transaction, form_id, "response.verified", now, [id]);
  return before.status;
}

/** Undefined: the response is neither spam nor deleted, or it was erased. */
async function stateBefore(
  queries: Queries,
  { id, status, verified_at, email, answers }: StoredResponse,
): Promise<Before | undefined> {
  if (status === "spam")
    return { status: verified_at === null ? "pending_verification" : "verified", email, answers };
  return queries
    .selectFrom("deleted_responses")
    .select(["status", "email", "answers"])
    .where("response_id", "=", id)
    .executeTakeFirst();
}
