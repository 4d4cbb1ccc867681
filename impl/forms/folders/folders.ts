/** Folders: names under which an account puts the forms that it can access. No other account sees them. */
import { sql, type Transaction } from "kysely";
import { compareNames } from "../../platform/clean-name.ts";
import { newId } from "../../platform/ids.ts";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { selectTitles } from "../directory/titles.ts";

export const MAX_FOLDERS = 100;
export const FOLDER_NAME_LENGTH = 60;

export interface Folder {
  readonly id: string;
  readonly name: string;
}

type Storage = Pick<Stores, "storage">;

/** Lists the folders of an account in the order of their names. */
export async function listFolders(queries: Queries, accountId: string): Promise<readonly Folder[]> {
  const rows = await queries
    .selectFrom("folders")
    .select(["id", "name"])
    .where("account_id", "=", accountId)
    .execute();
  return rows.sort((one, other) => compareNames.compare(one.name, other.name));
}

/** The names of the folders that an account has forms in, by the ids of the forms. */
export async function foldersOf(
  queries: Queries,
  accountId: string,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (formIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("folder_forms")
    .innerJoin("folders", "folders.id", "folder_forms.folder_id")
    .select(["folder_forms.form_id", "folders.name"])
    .where("folder_forms.account_id", "=", accountId)
    .where("folder_forms.form_id", "in", formIds)
    .execute();
  return new Map(rows.map(({ form_id, name }) => [form_id, name]));
}

/** The condition that a form is in a folder of an account. */
export function isInFolder(accountId: string, folderId: string) {
  return sql<boolean>`forms.id in (
    select form_id from folder_forms where account_id = ${accountId} and folder_id = ${folderId})`;
}

/** The result of moving forms; `none`: the account can access none of them; `full`: it can have no more folders. */
export type Moved = "moved" | "none" | "full";

/**
 * Moves forms into the folder with a name, which is created if there is none.
 * @param name as `cleanName` returns it; undefined: the forms are taken out of their folders
 */
export async function moveForms(
  { storage }: Storage,
  accountId: string,
  formIds: readonly string[],
  name: string | undefined,
): Promise<Moved> {
  if (formIds.length === 0) return "none";
  return storage.db.transaction().execute(async (transaction) => {
    // The lock counts the folders of concurrent requests one after the other.
    await lockAccount(transaction, accountId);
    const forms = await selectTitles(transaction, accountId, formIds);
    if (forms.length === 0) return "none";
    const folder_id = name === undefined ? undefined : await findOrCreate(transaction, accountId, name);
    if (name !== undefined && folder_id === undefined) return "full";
    const ids = forms.map(({ id }) => id);
    await transaction
      .deleteFrom("folder_forms")
      .where("account_id", "=", accountId)
      .where("form_id", "in", ids)
      .execute();
    if (folder_id !== undefined)
      await transaction
        .insertInto("folder_forms")
        .values(ids.map((form_id) => ({ account_id: accountId, form_id, folder_id })))
        .execute();
    return "moved";
  });
}

/** Undefined: the account has no folder of this name, and can have no more. */
async function findOrCreate(
  transaction: Transaction<Schema>,
  accountId: string,
  name: string,
): Promise<string | undefined> {
  const folders = await listFolders(transaction, accountId);
  const existing = folders.find((folder) => folder.name === name);
  if (existing !== undefined) return existing.id;
  if (folders.length >= MAX_FOLDERS) return undefined;
  const id = newId("fld");
  await transaction.insertInto("folders").values({ id, account_id: accountId, name }).execute();
  return id;
}

/** The result of renaming; `taken`: another folder has the name; `gone`: the account has no such folder. */
export type Renamed = "renamed" | "taken" | "gone";

/** @param name as `cleanName` returns it */
export async function renameFolder(
  { storage }: Storage,
  accountId: string,
  folderId: string,
  name: string,
): Promise<Renamed> {
  return storage.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId);
    const folders = await listFolders(transaction, accountId);
    if (!folders.some(({ id }) => id === folderId)) return "gone";
    if (folders.some((folder) => folder.id !== folderId && folder.name === name)) return "taken";
    await transaction.updateTable("folders").set({ name }).where("id", "=", folderId).execute();
    return "renamed";
  });
}

/** Removes a folder. Its forms stay, in no folder. @returns false if the account has no such folder */
export async function removeFolder(
  { storage }: Storage,
  accountId: string,
  folderId: string,
): Promise<boolean> {
  const { numDeletedRows } = await storage.db
    .deleteFrom("folders")
    .where("account_id", "=", accountId)
    .where("id", "=", folderId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
