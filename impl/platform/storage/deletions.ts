/** Records which accounts, forms and lessons were deleted, for restores of older backups. It is only their ids. */
import type { Queries } from "./storage.ts";

/** Longer than backups are kept. */
export const DELETION_LIFETIME_MS = 400 * 24 * 3_600_000;

/** @param id of an account, a form or a lesson */
export async function recordDeletion(queries: Queries, id: string, now: Date): Promise<void> {
  await queries
    .insertInto("deletions")
    .values({ id, deleted_at: now.toISOString() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}
