/** Shares a folder with another account, and by that each form in it. */
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import { requireWritable } from "../../accounts/access-mode.ts";
import { accountById } from "../../accounts/accounts.ts";
import { newId } from "../../platform/ids.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { recordChangeOfAll } from "../directory/changes.ts";
import { accessibleFolder, type Folder } from "../folders/folders.ts";
import { lockFolder } from "../folders/lock.ts";
import { addMember } from "./add-member.ts";
import {
  type FindShareable,
  type NewMember,
  type NewShare,
  type Shared,
  shareOrInviteTo,
  shareWithAccount,
} from "./share.ts";

type Parts = Pick<Stores, "storage" | "clock">;

/** A folder that an account can access. */
export type AccessibleFolder = Folder & { readonly owner_id: string };

/** @throws Refusal not_found, for folders of others just as for folders that do not exist */
export async function findFolder(
  queries: Queries,
  accountId: string,
  folderId: string,
): Promise<AccessibleFolder> {
  const folder = await accessibleFolder(queries, accountId, folderId);
  if (folder) return folder;
  throw new Refusal("not_found", `No folder ${folderId} is accessible to you.`);
}

/** @throws Refusal forbidden if the account may not share the folder */
function requireFolderAdmin({ id, access, owner }: AccessibleFolder): void {
  if (access === "owner" || access === "admin") return;
  throw new Refusal(
    "forbidden",
    `Folder ${id} is shared with you for ${access}; this needs admin. Ask ${owner}, who owns it.`,
    { access, needed: "admin", owner },
  );
}

/**
 * Gives an account access to a folder, or changes its permission, by the rules of a form.
 * @throws Refusal not_found, forbidden, subscription_inactive, quota_exceeded, share_target_not_admin, invalid_input
 */
export function shareFolder(
  parts: Parts,
  accountId: string,
  folderId: string,
  newShare: NewShare,
): Promise<Shared> {
  return shareWithAccount(parts, accountId, findShareable(accountId, folderId), newShare);
}

/**
 * Shares a folder, or invites an address without an account, by the rules of a form.
 * @param email normalised @throws Refusal not_found, forbidden, subscription_inactive, quota_exceeded, invalid_input
 */
export function shareFolderOrInvite(
  parts: Parts,
  accountId: string,
  folderId: string,
  newShare: NewShare,
): Promise<{ readonly result: Shared["result"] | "invited" }> {
  return shareOrInviteTo(parts, accountId, findShareable(accountId, folderId), newShare);
}

function findShareable(accountId: string, folderId: string): FindShareable {
  return async (transaction, now) => {
    const folder = await findFolder(transaction, accountId, folderId);
    requireFolderAdmin(folder);
    requireWritable(await accountById(transaction, accountId), now);
    return {
      what: "folder",
      id: folderId,
      owner_id: folder.owner_id,
      async lock() {
        // A folder that was removed meanwhile is not found.
        if (!(await lockFolder(transaction, folderId))) await findFolder(transaction, accountId, folderId);
      },
      grant: (target) => grantFolder(transaction, folderId, target, now),
      invite: (newShare) => inviteToFolder(transaction, folderId, newShare, now),
    };
  };
}

/** The folder must be locked. */
async function grantFolder(
  transaction: Transaction<Schema>,
  folderId: string,
  { accountId, permission }: NewMember,
  now: Date,
): Promise<Shared["result"]> {
  const isNew = await addMember(transaction, { folder_id: folderId, account_id: accountId, permission }, now);
  if (isNew) {
    await recordChangeOfAll(transaction, [accountId]);
    return "granted";
  }
  const { numUpdatedRows } = await transaction
    .updateTable("folder_members")
    .set({ permission, updated_at: now.toISOString() })
    .where("folder_id", "=", folderId)
    .where("account_id", "=", accountId)
    .where("permission", "<>", permission)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? "updated" : "unchanged";
}

async function inviteToFolder(
  transaction: Transaction<Schema>,
  folder_id: string,
  { email, permission }: NewShare,
  now: Date,
): Promise<void> {
  const created_at = now.toISOString();
  await transaction
    .insertInto("folder_invitations")
    .values({ id: newId("inv"), folder_id, email, permission, created_at })
    .onConflict((conflict) =>
      conflict.columns(["folder_id", "email"]).doUpdateSet({ permission, created_at }),
    )
    .execute();
}
