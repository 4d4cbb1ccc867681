/** Remembers which states of calls that wait for their client were used, for all nodes. */
import type { Queries } from "./storage.ts";

/** Each call adds one and removes more, so that they do not pile up, and no call has to remove those of all others. */
const REMOVED_AT_ONCE = 20;

/** Returns false if this state was used before. Forgets some of those that have expired, which are refused by their time. */
export async function claimState(db: Queries, id: string, expiresAt: Date, now: Date): Promise<boolean> {
  const expired = db
    .selectFrom("used_states")
    .select("id")
    .where("expires_at", "<=", now.toISOString())
    .limit(REMOVED_AT_ONCE);
  await db.deleteFrom("used_states").where("id", "in", expired).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("used_states")
    .values({ id, expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
