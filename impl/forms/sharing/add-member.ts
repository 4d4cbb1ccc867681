import type { Transaction } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";

/** Adds a member to a locked folder. @returns false if the account is one already */
export async function addMember(
  transaction: Transaction<Schema>,
  member: Pick<Schema["folder_members"], "folder_id" | "account_id" | "permission">,
  now: Date,
): Promise<boolean> {
  const at = now.toISOString();
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("folder_members")
    .values({ ...member, created_at: at, updated_at: at })
    .onConflict((conflict) => conflict.columns(["account_id", "folder_id"]).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
