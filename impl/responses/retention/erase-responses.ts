/** Erases what responses hold: address, answers, codes and files. The empty record stays. */
import type { Transaction } from "kysely";
import { findFormFor } from "../../forms/access.ts";
import { lockForm } from "../../forms/forms.ts";
import { lockWebhookJobs, noteEvent } from "../../forms/webhooks/events.ts";
import type { FileStore } from "../../platform/files/store.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { unindexed } from "../../platform/storage/unindexed.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { deleteFormExports } from "../exports/cleanup.ts";
import type { StoredResponse } from "../responses.ts";

/**
 * Deletes responses of a form with their files, and every export that may contain them. Responses of other forms are left
 * alone. People can always delete what is theirs, so no subscription is needed.
 * @returns the ids of those that were deleted
 * @throws Refusal not_found, forbidden
 */
export async function deleteResponses(
  { storage, files, clock }: { readonly storage: Storage; readonly files: FileStore; readonly clock: Clock },
  accountId: string,
  formId: string,
  responseIds: readonly string[],
): Promise<string[]> {
  if (responseIds.length === 0) return [];
  const { ids, keys } = await storage.db.transaction().execute(async (transaction) => {
    await findFormFor(transaction, accountId, formId, "edit");
    // No export of the form starts until the transaction ends.
    await lockForm(transaction, formId);
    const found = await transaction
      .selectFrom("responses")
      .select("id")
      .where("id", "in", responseIds)
      .where(unindexed("form_id"), "=", formId)
      .where("status", "!=", "deleted")
      .execute();
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return { ids, keys: [] };
    const keys = await eraseResponses(transaction, ids, clock());
    keys.push(...(await deleteFormExports(transaction, [formId])));
    return { ids, keys };
  });
  // A file that cannot be removed now is not served any more, and the next cleanup removes it.
  for (const key of keys) await files.remove([key]).catch(() => {});
  return ids;
}

/** Many at once: SQLite takes 32,766 values. */
const BATCH_SIZE = 1_000;

/** Empties the rows, and deletes what refers to them. Returns the keys of their files. The forms are locked. */
export async function eraseResponses(
  transaction: Transaction<Schema>,
  responseIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const keys: string[] = [];
  for (let from = 0; from < responseIds.length; from += BATCH_SIZE) {
    const ids = responseIds.slice(from, from + BATCH_SIZE);
    const erased = await transaction
      .updateTable("responses")
      .set({ status: "deleted", email: null, answers: "{}" })
      .where("id", "in", ids)
      .returning(["id", "form_id", "verified_at"])
      .execute();
    // No event was recorded for a response that was never verified.
    const verified = erased.filter(({ verified_at }) => verified_at !== null);
    await recordDeletions(transaction, verified, now);
    await transaction.deleteFrom("verifications").where("response_id", "in", ids).execute();
    const files = await transaction
      .deleteFrom("files")
      .where("response_id", "in", ids)
      .returning("storage_key")
      .execute();
    keys.push(...files.map(({ storage_key }) => storage_key));
  }
  return keys;
}

/** Deliveries of a response, sent or waiting, are removed with it. */
async function recordDeletions(
  transaction: Transaction<Schema>,
  erased: readonly Pick<StoredResponse, "id" | "form_id">[],
  now: Date,
): Promise<void> {
  for (const [formId, responses] of Map.groupBy(erased, ({ form_id }) => form_id)) {
    const ids = responses.map(({ id }) => id);
    await lockWebhookJobs(transaction, formId);
    await transaction.deleteFrom("webhook_deliveries").where("response_id", "in", ids).execute();
    await noteEvent(transaction, formId, "response.deleted", now, ids);
  }
}
