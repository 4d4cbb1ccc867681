/** Records the ids of deleted accounts, forms and lessons, for restores of older backups. */
import type { Queries } from "./storage.ts";

/** Longer than backups are kept. */
export const DELETION_LIFETIME_MS = 400 * 24 * 3_600_000;

/** Records a deletion. @param id of an account, a form or a lesson */
export async function recordDeletion(queries: Queries, id: string, now: Date): Promise<void> {
  await queries
    .insertInto("deletions")
    .values({ id, deleted_at: now.toISOString() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
