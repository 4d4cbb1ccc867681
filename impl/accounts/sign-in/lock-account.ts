/** Locks accounts: a locked account accepts no sign-in, and its tokens are refused. Its forms stay as they are. */
import type { Storage } from "../../platform/storage/storage.ts";
import { endLinks } from "./mailed-links.ts";
import { endSessions } from "./sessions.ts";

/** Ends sessions and mailed links at once, and refuses tokens from the next request on. @returns false: it was locked before */
export async function lockOut(storage: Storage, accountId: string, now: Date): Promise<boolean> {
  const changed = await storage.db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("accounts")
      .set({ locked_at: now.toISOString() })
      .where("id", "=", accountId)
      .where("locked_at", "is", null)
      .executeTakeFirst();
    await endSessions(transaction, accountId);
    await endLinks(transaction, accountId);
    return numUpdatedRows > 0n;
  });
  storage.startEpoch();
  return changed;
}

/** The account signs in again, and its tokens work again. @returns false: it was not locked */
export async function unlock(storage: Storage, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await storage.db
    .updateTable("accounts")
    .set({ locked_at: null })
    .where("id", "=", accountId)
    .where("locked_at", "is not", null)
    .where("deleting_at", "is", null)
    .executeTakeFirst();
  storage.startEpoch();
  return numUpdatedRows > 0n;
}
