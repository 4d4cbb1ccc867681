/** Removes the rest of a deleted form, a few rows at a time. An interrupted removal continues later. */
import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import { endJob, pauseJob, underLease } from "../platform/jobs/jobs.ts";
import type { JobHandler } from "../platform/jobs/worker.ts";
import { BATCH_SIZE } from "../platform/storage/in-batches.ts";
import { type RowsOf, removeRows } from "../platform/storage/remove-rows.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Stores } from "../platform/stores.ts";
import type { Clock } from "../platform/time/clock.ts";

export type RemovalParts = Pick<Stores, "storage" | "files">;

/** Batches of one step of a job: other jobs have their turn between two steps. */
const BATCHES_OF_STEP = 200;
/** The pause after every attempt of a step has failed. */
const PAUSE_MS = 3_600_000;

/** Rows without files. Totals go first, so that the triggers of the responses find nothing to count. */
const rowsOfForm: readonly RowsOf[] = [
  { table: "choice_totals", owner: "form_id", keys: ["field_id", "choice_id"] },
  { table: "response_totals", owner: "form_id", keys: ["form_id"] },
  { table: "form_shares", owner: "form_id", keys: ["account_id"] },
  { table: "form_invitations", owner: "form_id", keys: ["id"] },
  { table: "response_mails", owner: "form_id", keys: ["account_id"] },
  { table: "response_mail_texts", owner: "form_id", keys: ["account_id"] },
  { table: "waiting_people", owner: "form_id", keys: ["id"] },
  { table: "waiting_places", owner: "form_id", keys: ["field_id", "choice_id"] },
  { table: "waiting_lists", owner: "form_id", keys: ["form_id"] },
  { table: "shared_results", owner: "form_id", keys: ["form_id"] },
  { table: "live_addresses", owner: "form_id", keys: ["form_id"] },
  { table: "webhook_deliveries", owner: "form_id", keys: ["id"] },
  { table: "webhooks", owner: "form_id", keys: ["id"] },
  { table: "pending_changes", owner: "form_id", keys: ["id"] },
  { table: "form_checks", owner: "form_id", keys: ["form_id"] },
  { table: "form_visits", owner: "form_id", keys: ["form_id"] },
  { table: "visit_days", owner: "form_id", keys: ["day", "language"] },
  { table: "visit_places", owner: "form_id", keys: ["day", "language", "field_id"] },
  { table: "visit_times", owner: "form_id", keys: ["day", "language", "bucket"] },
  { table: "saved_views", owner: "form_id", keys: ["id"] },
  { table: "folder_forms", owner: "form_id", keys: ["account_id"] },
  { table: "form_tags", owner: "form_id", keys: ["account_id", "tag"] },
  { table: "form_versions", owner: "form_id", keys: ["version"], atMost: 5 },
];

/** Jobs of deleted forms. They never fail for good: what people deleted has to go. */
export function formDeletionJobs(parts: RemovalParts & { readonly clock: Clock }): JobHandler {
  return {
    async run(job, signal) {
      for (let batch = 0; batch < BATCHES_OF_STEP; batch += 1) {
        signal.throwIfAborted();
        if (!(await removeSome(parts, job.subject)))
          return underLease(parts.storage, job, (transaction) => endJob(transaction, job));
      }
      await pauseJob(parts, job, 0);
    },
    giveUp: (job) => pauseJob(parts, job, PAUSE_MS),
  };
}

/** Removes all that a deleted form left, without a job. */
export async function removeForm(parts: RemovalParts, formId: string): Promise<void> {
  while (await removeSome(parts, formId));
}

/** Removes one batch. Returns whether there may be more. Rows are removed before files: a file without a row is not served. */
async function removeSome({ storage, files }: RemovalParts, formId: string): Promise<boolean> {
  const { isOver, keys } = await storage.db
    .transaction()
    .execute((transaction) => removeBatch(transaction, formId));
  // The next cleanup removes files that cannot be removed now.
  for (const key of keys) await files.remove([key]).catch(() => {});
  await setImmediate();
  return !isOver;
}

async function removeBatch(
  transaction: Transaction<Schema>,
  formId: string,
): Promise<{ readonly isOver: boolean; readonly keys: readonly string[] }> {
  for (const rows of rowsOfForm)
    if ((await removeRows(transaction, rows, formId, BATCH_SIZE)) > 0) return { isOver: false, keys: [] };
  // Fills first: a fill that was sent goes with its response otherwise, and its row is one more then.
  for (const table of ["fills", "responses"] as const) {
    const ids = await selectIds(transaction, table, formId);
    if (ids.length > 0) return { isOver: false, keys: await removeAnswers(transaction, table, ids) };
  }
  await transaction
    .deleteFrom("forms")
    .where("id", "=", formId)
    .where("deleting_at", "is not", null)
    .execute();
  return { isOver: true, keys: [] };
}

async function selectIds(
  transaction: Transaction<Schema>,
  table: "fills" | "responses",
  formId: string,
): Promise<string[]> {
  const rows = await transaction
    .selectFrom(table)
    .select("id")
    .where("form_id", "=", formId)
    .limit(BATCH_SIZE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes fills or responses with what refers to them. @returns the keys of their files */
export async function removeAnswers(
  transaction: Transaction<Schema>,
  table: "fills" | "responses",
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const files = await transaction
    .deleteFrom("files")
    .where(table === "fills" ? "fill_id" : "response_id", "in", ids)
    .returning("storage_key")
    .execute();
  await transaction.deleteFrom(table).where("id", "in", ids).execute();
  return files.map(({ storage_key }) => storage_key);
}
