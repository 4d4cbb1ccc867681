/** Records which accounts and forms were deleted, for restores of older backups. It is only their ids. */
import type { Queries } from "./storage.ts";

/** Longer than backups are kept. */
const LIFETIME_MS = 400 * 24 * 3_600_000;

/** @param id of an account or a form */
export async function recordDeletion(queries: Queries, id: string, now: Date): Promise<void> {
  await queries
    .insertInto("deletions")
    .values({ id, deleted_at: now.toISOString() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Removes at most `limit`. @returns how many were removed */
export async function removeOldDeletions(queries: Queries, now: Date, limit: number): Promise<number> {
  const before = new Date(now.getTime() - LIFETIME_MS).toISOString();
  const old = queries.selectFrom("deletions").select("id").where("deleted_at", "<=", before).limit(limit);
  const { numDeletedRows } = await queries.deleteFrom("deletions").where("id", "in", old).executeTakeFirst();
  return Number(numDeletedRows);
}
