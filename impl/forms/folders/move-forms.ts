/** Moves forms into folders. A form comes into a shared folder by its owner only, because that gives its members access to it. */
import type { Transaction } from "kysely";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Stores } from "../../platform/stores.ts";
import { isAccessible } from "../directory/access-rule.ts";
import { recordChanges } from "../directory/changes.ts";
import { lockForm } from "../forms.ts";
import { type Folder, findOrCreateFolder } from "./folders.ts";
import { lockFolders, membersOf } from "./lock.ts";

/**
 * The result of moving forms. Only `moved` changes anything; `none`: the account can access none of them; `full`: it can have no more
 * folders; `unnamed`: the name is too long for a new one; `view_only`: it may only look at the forms of the folder; `not_own`: the
 * folder is shared, and the account does not own all of the forms; `gone`: the folder was removed meanwhile.
 */
export type Moved = "moved" | "none" | "full" | "unnamed" | "view_only" | "not_own" | "gone";

interface MovedForm {
  readonly id: string;
  readonly owner_id: string;
  readonly folder_id: string | null;
}

/**
 * Moves forms into the folder with a name, which is created if there is none. Own forms move for all members of their folders; forms
 * of others move for the account alone, except out of a folder that it owns.
 * @param name without control characters; undefined: the forms are taken out of their folders
 */
export async function moveForms(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  accountId: string,
  formIds: readonly string[],
  name: string | undefined,
): Promise<Moved> {
  if (formIds.length === 0) return "none";
  const now = clock();
  return storage.db.transaction().execute(async (transaction) => {
    // The lock counts the folders of concurrent requests one after the other, and keeps the account in the folders that it has joined.
    await lockAccount(transaction, accountId);
    const forms = await selectForms(transaction, accountId, formIds);
    if (forms.length === 0) return "none";
    const folder =
      name === undefined ? undefined : await findOrCreateFolder(transaction, accountId, name, now);
    if (typeof folder === "string") return folder;
    const foreign = forms.filter(({ owner_id }) => owner_id !== accountId);
    const objection = folder && (await objectTo(transaction, accountId, folder, foreign));
    if (objection !== undefined) return objection;
    const left = folder === undefined ? await inFoldersOf(transaction, accountId, foreign) : [];
    const own = forms.filter(({ owner_id }) => owner_id === accountId);
    if (!(await setFolder(transaction, accountId, [...own, ...left], folder?.id ?? null))) return "gone";
    await putAside(transaction, accountId, foreign, folder?.id);
    return "moved";
  });
}

async function selectForms(
  transaction: Transaction<Schema>,
  accountId: string,
  formIds: readonly string[],
): Promise<MovedForm[]> {
  return transaction
    .selectFrom("forms")
    .select(["id", "owner_id", "folder_id"])
    .where("id", "in", formIds)
    .where(isNotDeleted)
    .where(isAccessible(accountId))
    .execute();
}

/** Returns why forms cannot be moved into a folder; undefined: they can. */
async function objectTo(
  transaction: Transaction<Schema>,
  accountId: string,
  folder: Folder,
  foreign: readonly MovedForm[],
): Promise<"view_only" | "not_own" | undefined> {
  if (folder.access === "view") return "view_only";
  const members = await membersOf(transaction, [folder.id]);
  const isShared = members.some((member) => member !== accountId);
  return isShared && foreign.length > 0 ? "not_own" : undefined;
}

/** Selects the forms that are in a folder of the account, which may take forms of others out of it. */
async function inFoldersOf(
  transaction: Transaction<Schema>,
  accountId: string,
  forms: readonly MovedForm[],
): Promise<MovedForm[]> {
  const rows = await transaction
    .selectFrom("folders")
    .select("id")
    .where("account_id", "=", accountId)
    .execute();
  const folders = new Set<string | null>(rows.map(({ id }) => id));
  return forms.filter(({ folder_id }) => folders.has(folder_id));
}

/**
 * Moves forms for everybody. The members of the old folders lose their access by it, and those of the new one get it.
 * @returns false if the folder was removed meanwhile
 */
async function setFolder(
  transaction: Transaction<Schema>,
  accountId: string,
  forms: readonly MovedForm[],
  folder_id: string | null,
): Promise<boolean> {
  const moved = await lockMoved(transaction, accountId, forms);
  const folders = [...moved.map((form) => form.folder_id), folder_id].filter((id) => id !== null);
  const existing = await lockFolders(transaction, folders);
  if (folder_id !== null && !existing.includes(folder_id)) return false;
  const ids = moved.filter((form) => form.folder_id !== folder_id).map(({ id }) => id);
  if (ids.length === 0) return true;
  const members = await membersOf(transaction, folders);
  await transaction.updateTable("forms").set({ folder_id }).where("id", "in", ids).execute();
  await recordChanges(transaction, ids, members);
  return true;
}

/** Locks forms. Those of others that their owners have moved meanwhile stay where they are. */
async function lockMoved(
  transaction: Transaction<Schema>,
  accountId: string,
  forms: readonly MovedForm[],
): Promise<MovedForm[]> {
  const moved: MovedForm[] = [];
  for (const { id, folder_id } of forms.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const form = await lockForm(transaction, id);
    if (form !== undefined && (form.owner_id === accountId || form.folder_id === folder_id)) moved.push(form);
  }
  return moved;
}

/** Puts forms of others into a folder for the account alone. */
async function putAside(
  transaction: Transaction<Schema>,
  account_id: string,
  forms: readonly MovedForm[],
  folder_id: string | undefined,
): Promise<void> {
  const ids = forms.map(({ id }) => id);
  if (ids.length === 0) return;
  await transaction
    .deleteFrom("folder_forms")
    .where("account_id", "=", account_id)
    .where("form_id", "in", ids)
    .execute();
  if (folder_id === undefined) return;
  await transaction
    .insertInto("folder_forms")
    .values(ids.map((form_id) => ({ account_id, form_id, folder_id })))
    .execute();
}
