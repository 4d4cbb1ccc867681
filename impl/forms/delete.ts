/** Deletes a form for good: it is hidden at once, and a job removes what belongs to it. */
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import type { FileStore } from "../platform/files/store.ts";
import { addJob } from "../platform/jobs/jobs.ts";
import { recordDeletion } from "../platform/storage/deletions.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Stores } from "../platform/stores.ts";
import { findForm, notAccessible } from "./access.ts";
import { accountsWithAccess } from "./directory/access-rule.ts";
import { recordChange } from "./directory/changes.ts";
import { type Form, lockForm } from "./forms.ts";
import { unlinkImages } from "./images.ts";

/**
 * Deletes a form that is not in the bin permanently. Only its owner may do so, with or without an active subscription, because
 * users may always take their data back. Exports and images are removed at once. Responses, unfinished fills, uploads, versions
 * and shares are no longer served: a job removes their rows and files. @returns the title @throws Refusal not_found, forbidden
 */
export async function deleteForm(
  parts: Pick<Stores, "storage" | "files">,
  accountId: string,
  formId: string,
  now: Date,
): Promise<string> {
  return endOwnForm(parts, accountId, formId, async (transaction, form) => {
    await recordChange(transaction, formId, await accountsWithAccess(transaction, form));
    return startRemoval(transaction, form, now);
  });
}

/**
 * Ends a form that the account owns. It is locked meanwhile, so submissions and exports wait, and find it deleted.
 * @param end returns the keys of files to remove @returns the title @throws Refusal not_found, forbidden
 */
export async function endOwnForm(
  { storage, files }: Pick<Stores, "storage" | "files">,
  accountId: string,
  formId: string,
  end: (transaction: Transaction<Schema>, form: Form) => Promise<readonly string[]>,
): Promise<string> {
  const { title, keys } = await storage.db.transaction().execute(async (transaction) => {
    const form = await findForm(transaction, accountId, formId);
    if (form.access !== "owner") throw notOwner(formId, form.owner_email);
    const locked = await lockForm(transaction, formId);
    if (locked === undefined) throw notAccessible(formId);
    return { title: locked.title, keys: await end(transaction, locked) };
  });
  await removeFiles(files, keys);
  return title;
}

/** Starts the removal of a locked form, which nothing brings back from then on. @returns the keys of files to remove */
export async function startRemoval(
  transaction: Transaction<Schema>,
  { id, owner_id: accountId }: Pick<Form, "id" | "owner_id">,
  now: Date,
): Promise<string[]> {
  const keys = await takeExports(transaction, id);
  keys.push(...(await unlinkImages(transaction, id)));
  await transaction.deleteFrom("deleted_forms").where("form_id", "=", id).execute();
  await recordDeletion(transaction, id, now);
  await transaction
    .updateTable("forms")
    .set({ deleting_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  await addJob(transaction, { accountId, kind: "form_deletion", subject: id }, now);
  return keys;
}

/** Deletes the exports of a form. @returns the keys of their files */
export async function takeExports(transaction: Transaction<Schema>, formId: string): Promise<string[]> {
  const exported = await transaction
    .deleteFrom("exports")
    .where("form_id", "=", formId)
    .returning("storage_key")
    .execute();
  return exported.flatMap(({ storage_key }) => storage_key ?? []);
}

/** The next cleanup removes files that cannot be removed now, since no row refers to them. */
export async function removeFiles(files: FileStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.remove([key]).catch(() => {});
}

function notOwner(formId: string, owner: string): Refusal {
  return new Refusal(
    "forbidden",
    `Only its owner, ${owner}, can delete form ${formId}. To see it no longer, end your own access to it.`,
    { owner },
  );
}
