/** Folders: names under which an account puts the forms that it can access. Their owner can share them with people. */
import { sql, type Transaction } from "kysely";
import type { FormAccess, SharePermission } from "../../../generated/types.ts";
import { compareNames } from "../../platform/clean-name.ts";
import { newId } from "../../platform/ids.ts";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { isAccessible } from "../directory/access-rule.ts";
import { recordChangeOfAll } from "../directory/changes.ts";
import { lockFolder, membersOf } from "./lock.ts";

export const MAX_FOLDERS = 100;
export const FOLDER_NAME_LENGTH = 60;
/** A label has a name and an address. */
export const FOLDER_LABEL_LENGTH = FOLDER_NAME_LENGTH + 260;

export interface Folder {
  readonly id: string;
  readonly name: string;
  /** The address of its owner. */
  readonly owner: string;
  /** The access of the account that asked for it: to the folder, and by it to the forms of others in it. */
  readonly access: FormAccess;
}

type Storage = Pick<Stores, "storage">;

/** Lists the folders of an account and those that are shared with it, in the order of their labels. */
export async function listFolders(queries: Queries, accountId: string): Promise<readonly Folder[]> {
  const rows = await foldersFor(queries, accountId).execute();
  const folders = rows.map((row) => describeFolder(row, accountId));
  return folders.sort((one, other) => compareNames.compare(folderLabel(one), folderLabel(other)));
}

/** Returns the folder if the account owns it or is a member of it. */
export async function accessibleFolder(
  queries: Queries,
  accountId: string,
  folderId: string,
): Promise<(Folder & { readonly owner_id: string }) | undefined> {
  const row = await foldersFor(queries, accountId).where("folders.id", "=", folderId).executeTakeFirst();
  return row && { ...describeFolder(row, accountId), owner_id: row.owner_id };
}

function foldersFor(queries: Queries, accountId: string) {
  return queries
    .selectFrom("folder_members")
    .innerJoin("folders", "folders.id", "folder_members.folder_id")
    .innerJoin("accounts", "accounts.id", "folders.account_id")
    .select(["folders.id", "folders.name", "folders.account_id as owner_id", "accounts.email as owner"])
    .select("folder_members.permission")
    .where("folder_members.account_id", "=", accountId);
}

interface FolderRow extends Omit<Folder, "access"> {
  readonly owner_id: string;
  readonly permission: SharePermission;
}

function describeFolder({ id, name, owner, owner_id, permission }: FolderRow, accountId: string): Folder {
  return { id, name, owner, access: owner_id === accountId ? "owner" : permission };
}

/** The name of a folder among those of an account: the owners of shared ones may have chosen the same name. */
export function folderLabel({ name, owner, access }: Pick<Folder, "name" | "owner" | "access">): string {
  return access === "owner" ? name : `${name} (${owner})`;
}

/**
 * The folders that forms are in for an account, by the ids of the forms. A folder of its own comes before one that is shared with it.
 */
export async function foldersOf(
  queries: Queries,
  accountId: string,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, Folder>> {
  if (formIds.length === 0) return new Map();
  const put = await queries
    .selectFrom("folder_forms")
    .select(["form_id", "folder_id"])
    .where("account_id", "=", accountId)
    .where("form_id", "in", formIds)
    .execute();
  const forms = await queries
    .selectFrom("forms")
    .select(["id as form_id", "folder_id"])
    .where("id", "in", formIds)
    .where("folder_id", "is not", null)
    .execute();
  const folders = await listFolders(queries, accountId);
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const entries = [...forms, ...put].map(
    ({ form_id, folder_id }) => [form_id, byId.get(folder_id ?? "")] as const,
  );
  return new Map(entries.filter((entry): entry is [string, Folder] => entry[1] !== undefined));
}

/** Returns whether anybody besides its owner is a member of a folder or invited to it. */
export async function isShared(queries: Queries, folderId: string): Promise<boolean> {
  const rows = await queries
    .selectFrom("folder_members")
    .select("folder_id")
    .where("folder_id", "=", folderId)
    .unionAll(queries.selectFrom("folder_invitations").select("folder_id").where("folder_id", "=", folderId))
    .limit(2)
    .execute();
  return rows.length > 1;
}

/** Counts the forms of others that an account has put into a folder for itself alone. */
export async function countPutAside(queries: Queries, accountId: string, folderId: string): Promise<number> {
  const { count } = await queries
    .selectFrom("folder_forms")
    .innerJoin("forms", "forms.id", "folder_forms.form_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("folder_forms.account_id", "=", accountId)
    .where("folder_forms.folder_id", "=", folderId)
    .where(isNotDeleted)
    .where(isAccessible(accountId))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The condition that a form is in a folder which an account owns or is a member of. */
export function isInFolder(accountId: string, folderId: string) {
  return sql<boolean>`(forms.folder_id = ${folderId} and exists (
      select 1 from folder_members where folder_id = ${folderId} and account_id = ${accountId})
    or forms.id in (select form_id from folder_forms where account_id = ${accountId} and folder_id = ${folderId}))`;
}

/**
 * Returns the folder that an account means by a name: an own one, or the one that is shared with it under this name or label. If there
 * is none, it is created. @returns unnamed: the name is too long for a new folder; full: the account can have no more folders
 */
export async function findOrCreateFolder(
  transaction: Transaction<Schema>,
  accountId: string,
  name: string,
  now: Date,
): Promise<Folder | "unnamed" | "full"> {
  const folders = await listFolders(transaction, accountId);
  const own = folders.filter(({ access }) => access === "owner");
  const others = folders.filter(({ access }) => access !== "owner");
  const named = others.filter((folder) => folder.name === name);
  const existing =
    own.find((folder) => folder.name === name) ??
    others.find((folder) => folderLabel(folder) === name) ??
    (named.length === 1 ? named[0] : undefined);
  if (existing !== undefined) return existing;
  if ([...name].length > FOLDER_NAME_LENGTH) return "unnamed";
  if (own.length >= MAX_FOLDERS) return "full";
  const id = newId("fld");
  await transaction.insertInto("folders").values({ id, account_id: accountId, name }).execute();
  const at = now.toISOString();
  await transaction
    .insertInto("folder_members")
    .values({ folder_id: id, account_id: accountId, permission: "admin", created_at: at, updated_at: at })
    .execute();
  return { id, name, owner: "", access: "owner" };
}

/** The result of renaming; `taken`: another folder has the name; `gone`: the account has no such folder. */
export type Renamed = "renamed" | "taken" | "gone";

/** Renames an own folder. @param name as `cleanName` returns it */
export async function renameFolder(
  { storage }: Storage,
  accountId: string,
  folderId: string,
  name: string,
): Promise<Renamed> {
  return storage.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId);
    const folders = await listFolders(transaction, accountId);
    const own = folders.filter(({ access }) => access === "owner");
    if (!own.some(({ id }) => id === folderId)) return "gone";
    if (own.some((folder) => folder.id !== folderId && folder.name === name)) return "taken";
    await transaction.updateTable("folders").set({ name }).where("id", "=", folderId).execute();
    return "renamed";
  });
}

/**
 * Removes an own folder. Its forms stay with their owners, in no folder, and its members lose their access to them.
 * @returns false if the account has no such folder
 */
export async function removeFolder(
  { storage }: Storage,
  accountId: string,
  folderId: string,
): Promise<boolean> {
  return storage.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId);
    const isOwn = await transaction
      .selectFrom("folders")
      .select("id")
      .where("id", "=", folderId)
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (isOwn === undefined) return false;
    // Forms are locked before folders, as everywhere. The foreign key takes those out that come in meanwhile.
    await transaction
      .updateTable("forms")
      .set({ folder_id: null })
      .where("folder_id", "=", folderId)
      .execute();
    await lockFolder(transaction, folderId);
    const members = await membersOf(transaction, [folderId]);
    const { numDeletedRows } = await transaction
      .deleteFrom("folders")
      .where("id", "=", folderId)
      .executeTakeFirst();
    await recordChangeOfAll(transaction, members);
    return numDeletedRows > 0n;
  });
}
