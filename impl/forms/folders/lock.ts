/** Locks folders, and reads their members. Forms are locked before folders, which prevents deadlocks. */
import type { Transaction } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";

/** Locks the folder until the transaction ends: nobody joins or leaves it. @returns false if it does not exist */
export async function lockFolder(transaction: Transaction<Schema>, folderId: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("folders")
    .set(({ ref }) => ({ name: ref("name") }))
    .where("id", "=", folderId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Locks several folders, always in the same order, so that two transactions never wait for each other.
 * @returns those that exist
 */
export async function lockFolders(
  transaction: Transaction<Schema>,
  folderIds: readonly string[],
): Promise<string[]> {
  const existing: string[] = [];
  for (const id of [...new Set(folderIds)].sort()) if (await lockFolder(transaction, id)) existing.push(id);
  return existing;
}

/** Lists the accounts of the members, owners included. */
export async function membersOf(
  transaction: Transaction<Schema>,
  folderIds: readonly string[],
): Promise<string[]> {
  if (folderIds.length === 0) return [];
  const rows = await transaction
    .selectFrom("folder_members")
    .select("account_id")
    .distinct()
    .where("folder_id", "in", folderIds)
    .execute();
  return rows.map(({ account_id }) => account_id);
}
