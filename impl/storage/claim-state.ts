/** Remembers which states of calls that wait for their client were used, for all nodes. */
import type { Queries } from "./storage.ts";

/** Returns false if this state was used before. Forgets those that have expired, which nobody accepts any more. */
export async function claimState(db: Queries, id: string, expiresAt: Date, now: Date): Promise<boolean> {
  await db.deleteFrom("used_states").where("expires_at", "<=", now.toISOString()).execute();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("used_states")
    .values({ id, expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
