/** Erases what responses hold: address, answers, codes and files. The empty record stays. */
import type { Transaction } from "kysely";
import { lockWebhookJobs, noteEvent } from "../../forms/webhooks/events.ts";
import { hastenJob } from "../../platform/jobs/jobs.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { StoredResponse } from "../responses.ts";

/** Many at once: SQLite takes 32,766 values. */
const BATCH_SIZE = 1_000;

/**
 * Empties the rows, and deletes the rows that refer to them. Test responses are removed completely. The forms must be locked.
 * @returns the keys of their files
 */
export async function eraseResponses(
  transaction: Transaction<Schema>,
  responseIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const keys: string[] = [];
  for (let from = 0; from < responseIds.length; from += BATCH_SIZE) {
    const ids = responseIds.slice(from, from + BATCH_SIZE);
    await transaction.deleteFrom("responses").where("id", "in", ids).where("is_test", "=", 1).execute();
    const deleted = await transaction
      .deleteFrom("deleted_responses")
      .where("response_id", "in", ids)
      .returning("response_id")
      .execute();
    const hadEvent = new Set(deleted.map(({ response_id }) => response_id));
    const erased = await transaction
      .updateTable("responses")
      .set({ status: "deleted", email: null, answers: "{}" })
      .where("id", "in", ids)
      .returning(["id", "form_id", "verified_at"])
      .execute();
    const unreported = erased.filter(({ id }) => !hadEvent.has(id));
    await recordDeletions(transaction, unreported, now);
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

/**
 * Records that responses were deleted, if they were ever verified: of others there was no event. Deliveries of a response, sent
 * or waiting, are removed with it. People on the waiting list are told of the free places.
 */
export async function recordDeletions(
  transaction: Transaction<Schema>,
  deleted: readonly Pick<StoredResponse, "id" | "form_id" | "verified_at">[],
  now: Date,
): Promise<void> {
  const verified = deleted.filter(({ verified_at }) => verified_at !== null);
  for (const [formId, responses] of Map.groupBy(verified, ({ form_id }) => form_id)) {
    const ids = responses.map(({ id }) => id);
    await lockWebhookJobs(transaction, formId);
    await transaction.deleteFrom("webhook_deliveries").where("response_id", "in", ids).execute();
    await noteEvent(transaction, formId, "response.deleted", now, ids);
    await hastenJob(transaction, { kind: "waiting_list", subject: formId }, now);
  }
}
