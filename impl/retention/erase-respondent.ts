/** Erases everything about a respondent, across responses, fills, files and exports. */
import { sql, type Transaction } from "kysely";
import { deleteExportsOf } from "../exports/cleanup.ts";
import type { FileStore } from "../files/store.ts";
import { findFormFor } from "../forms/access.ts";
import { lockForm } from "../forms/forms.ts";
import type { Schema } from "../storage/schema.ts";
import type { Storage } from "../storage/storage.ts";
import { eraseResponses } from "./erase-responses.ts";

/** What was erased. */
export interface Erased {
  readonly responses: number;
  /** Uploads, and exports of the forms that were answered. */
  readonly files: number;
  /** Forms that were begun with this address and not sent. */
  readonly fills: number;
  /** Keys of files that could not be removed. The database does not refer to them any more. */
  readonly failedFiles: readonly string[];
}

interface Parts {
  readonly storage: Storage;
  readonly files: FileStore;
}

/**
 * Erases all answers of a respondent. Responses stay as rows without address and answers. Fills that contain the
 * address are deleted, and so is every export that may contain it.
 * @param email normalised
 */
export async function eraseRespondent(parts: Parts, email: string): Promise<Erased> {
  return erase(parts, email, (transaction) => lockAnsweredForms(transaction, email));
}

/**
 * The same in one form, for an account that may change it, with or without an active subscription.
 * @throws Refusal not_found, forbidden
 */
export async function eraseFromForm(
  parts: Parts,
  accountId: string,
  formId: string,
  email: string,
): Promise<Erased> {
  return erase(
    parts,
    email,
    async (transaction) => {
      await findFormFor(transaction, accountId, formId, "edit");
      await lockForm(transaction, formId);
      return [formId];
    },
    formId,
  );
}

/**
 * @param lockForms the forms whose responses are erased
 * @param onlyForm whose fills are erased; undefined: those of every form
 */
async function erase(
  { storage, files }: Parts,
  email: string,
  lockForms: (transaction: Transaction<Schema>) => Promise<string[]>,
  onlyForm?: string,
): Promise<Erased> {
  const { responses, fills, keys } = await storage.db.transaction().execute(async (transaction) => {
    const formIds = await lockForms(transaction);
    const responses = await responsesOf(transaction, email, formIds);
    const keys = await eraseResponses(transaction, responses);
    keys.push(...(await deleteExportsOf(transaction, formIds)));
    const fills = await lockFillsNaming(transaction, email, onlyForm);
    for (const { id } of fills) keys.push(...(await eraseFill(transaction, id)));
    return { responses, fills, keys };
  });
  const failedFiles = await removeEach(files, keys);
  return {
    responses: responses.length,
    files: keys.length - failedFiles.length,
    fills: fills.length,
    failedFiles,
  };
}

/** One by one, so that a file that cannot be removed does not save the others. Returns those that could not. */
async function removeEach(files: FileStore, keys: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const key of keys) await files.remove([key]).catch(() => failed.push(key));
  return failed;
}

/**
 * Locks the forms, so that no export of them starts until the transaction ends. Exports that exist are deleted, and
 * later ones read what is left. The order of the locks is fixed, which prevents deadlocks.
 */
async function lockAnsweredForms(transaction: Transaction<Schema>, email: string): Promise<string[]> {
  const answered = await transaction
    .selectFrom("responses")
    .select("form_id")
    .distinct()
    .where("email", "=", email)
    .orderBy("form_id")
    .execute();
  for (const { form_id } of answered) await lockForm(transaction, form_id);
  return answered.map(({ form_id }) => form_id);
}

async function responsesOf(
  transaction: Transaction<Schema>,
  email: string,
  formIds: readonly string[],
): Promise<string[]> {
  if (formIds.length === 0) return [];
  const rows = await transaction
    .selectFrom("responses")
    .select("id")
    .where("email", "=", email)
    .where("form_id", "in", formIds)
    .execute();
  return rows.map(({ id }) => id);
}

/** The lock makes concurrent submissions and uploads either finish before or fail. */
async function lockFillsNaming(
  transaction: Transaction<Schema>,
  email: string,
  onlyForm: string | undefined,
): Promise<{ id: string }[]> {
  const escaped = email.replace(/[\\%_]/g, "\\$&");
  return transaction
    .updateTable("fills")
    .set(({ ref }) => ({ updated_at: ref("updated_at") }))
    .$if(onlyForm !== undefined, (query) => query.where("form_id", "=", onlyForm!))
    .where(sql<boolean>`lower(given) like ${`%${escaped}%`} escape '\\'`)
    .returning("id")
    .execute();
}

/** Returns the keys of the fill's files. */
async function eraseFill(transaction: Transaction<Schema>, fillId: string): Promise<string[]> {
  const files = await transaction
    .deleteFrom("files")
    .where("fill_id", "=", fillId)
    .returning("storage_key")
    .execute();
  await transaction.deleteFrom("fills").where("id", "=", fillId).execute();
  return files.map(({ storage_key }) => storage_key);
}
