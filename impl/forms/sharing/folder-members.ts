/** Lists the people with access to a folder, and ends it. */
import { Refusal } from "@toolwright/runtime";
import { sql, type Transaction } from "kysely";
import { accountById, findAccount } from "../../accounts/accounts.ts";
import { normaliseEmail } from "../../accounts/email-address.ts";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import { recordChangeOfAll } from "../directory/changes.ts";
import { lockFolder, membersOf } from "../folders/lock.ts";
import { type AccessibleFolder, findFolder } from "./share-folder.ts";
import { maySeeAll, type Share } from "./shares.ts";

/** The longest list that is shown at once. */
const MAX_MEMBERS = 1_000;

/**
 * The people with access to a folder besides its owner, by address. Members who may share it see all of them; the others see their own
 * entry.
 * @throws Refusal not_found
 */
export async function listMembers(queries: Queries, accountId: string, folderId: string): Promise<Share[]> {
  const folder = await findFolder(queries, accountId, folderId);
  const members = await listAllMembers(queries, folderId);
  if (maySeeAll(folder)) return members;
  const { email } = await accountById(queries, accountId);
  return members.filter((member) => member.email === email);
}

async function listAllMembers(queries: Queries, folderId: string): Promise<Share[]> {
  const rows = await queries
    .selectFrom("folder_members")
    .innerJoin("folders", "folders.id", "folder_members.folder_id")
    .innerJoin("accounts", "accounts.id", "folder_members.account_id")
    .select(["accounts.email", "folder_members.permission", "folder_members.created_at"])
    .select(sql<number>`0`.as("invited"))
    .where("folder_members.folder_id", "=", folderId)
    .whereRef("folder_members.account_id", "<>", "folders.account_id")
    .unionAll(
      queries
        .selectFrom("folder_invitations")
        .select(["email", "permission", "created_at", sql<number>`1`.as("invited")])
        .where("folder_id", "=", folderId),
    )
    .orderBy("email")
    .limit(MAX_MEMBERS)
    .execute();
  return rows.map(({ invited, ...row }) => ({ ...row, invited: invited === 1, isByFolder: true }));
}

/**
 * Ends an account's access to a folder, at once. The owner and admins of the folder may end every membership, and each account its own.
 * Its own forms leave the folder with it. It needs no active subscription: ending access must always be possible.
 * @returns ended, or unchanged if the account was no member
 * @throws Refusal not_found, forbidden
 */
export async function endMembership(
  { storage }: { storage: Storage },
  accountId: string,
  folderId: string,
  address: string,
): Promise<"ended" | "unchanged"> {
  const email = normaliseEmail(address);
  return storage.db.transaction().execute(async (transaction) => {
    const folder = await findFolder(transaction, accountId, folderId);
    const target = email === undefined ? undefined : await findAccount(transaction, email);
    if (!maySeeAll(folder) && target?.id !== accountId) throw forbidden(folder);
    // The answer does not depend on whether there is an account or a member, so it does not reveal who has an account.
    if (target === undefined) return withdraw(transaction, folderId, email ?? "");
    if (target.id === folder.owner_id) return "unchanged";
    return removeMember(transaction, folderId, target.id);
  });
}

async function removeMember(
  transaction: Transaction<Schema>,
  folderId: string,
  memberId: string,
): Promise<"ended" | "unchanged"> {
  // The account cannot move a form into the folder meanwhile.
  await lockAccount(transaction, memberId);
  const { numUpdatedRows } = await transaction
    .updateTable("forms")
    .set({ folder_id: null })
    .where("owner_id", "=", memberId)
    .where("folder_id", "=", folderId)
    .executeTakeFirst();
  await lockFolder(transaction, folderId);
  const { numDeletedRows } = await transaction
    .deleteFrom("folder_members")
    .where("folder_id", "=", folderId)
    .where("account_id", "=", memberId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return "unchanged";
  const others = numUpdatedRows === 0n ? [] : await membersOf(transaction, [folderId]);
  await recordChangeOfAll(transaction, [memberId, ...others]);
  return "ended";
}

/** Takes an invitation back. */
async function withdraw(queries: Queries, folderId: string, email: string): Promise<"ended" | "unchanged"> {
  const { numDeletedRows } = await queries
    .deleteFrom("folder_invitations")
    .where("folder_id", "=", folderId)
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 0n ? "unchanged" : "ended";
}

function forbidden({ id, access, owner }: AccessibleFolder): Refusal {
  return new Refusal(
    "forbidden",
    `Folder ${id} is shared with you for ${access}; ending the access of others needs admin. Ask ${owner}, who owns it.`,
    { access, needed: "admin", owner },
  );
}
