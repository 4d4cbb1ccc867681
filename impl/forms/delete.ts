/** Deletes a form with everything that belongs to it. */
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import type { FileStore } from "../files/store.ts";
import { recordDeletion } from "../storage/deletions.ts";
import type { Schema } from "../storage/schema.ts";
import type { Storage } from "../storage/storage.ts";
import { findForm } from "./access.ts";
import { recordChange } from "./directory/changes.ts";
import { accountsWithAccess, lockForm } from "./forms.ts";
import { unlinkImages } from "./images.ts";

/** What was deleted with the form. */
export interface DeletedForm {
  readonly title: string;
  /** Responses of every status. */
  readonly responses: number;
  /** Uploads of respondents, images, and exports. */
  readonly files: number;
  /** How many files could not be removed yet. No row refers to them, so the next cleanup removes them. */
  readonly filesLeft: number;
}

/**
 * Deletes a form for good: its versions, shares, responses, unfinished fills, uploads and exports. Only its owner may,
 * with or without an active subscription, because people can always take their data back. Rows are deleted before files:
 * a file without a row is not served.
 * @throws Refusal not_found, forbidden
 */
export async function deleteForm(
  { storage, files }: { storage: Storage; files: FileStore },
  accountId: string,
  formId: string,
  now: Date,
): Promise<DeletedForm> {
  const { keys, ...deleted } = await storage.db.transaction().execute(async (transaction) => {
    const form = await findForm(transaction, accountId, formId);
    if (form.access !== "owner") throw notOwner(formId, form.owner_email);
    // The lock keeps submissions and exports from starting until the form is gone.
    await lockForm(transaction, formId);
    const keys = [...(await storageKeys(transaction, formId)), ...(await unlinkImages(transaction, formId))];
    const { count } = await transaction
      .selectFrom("responses")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("form_id", "=", formId)
      .executeTakeFirstOrThrow();
    await recordChange(transaction, formId, await accountsWithAccess(transaction, form));
    await recordDeletion(transaction, formId, now);
    // Foreign keys delete everything that refers to the form.
    await transaction.deleteFrom("forms").where("id", "=", formId).execute();
    return { title: form.title, responses: Number(count), keys };
  });
  let filesLeft = 0;
  for (const key of keys) await files.remove([key]).catch(() => (filesLeft += 1));
  return { ...deleted, files: keys.length, filesLeft };
}

/** Where the bytes of its uploads and exports are. */
async function storageKeys(transaction: Transaction<Schema>, formId: string): Promise<string[]> {
  const ofResponses = await transaction
    .selectFrom("files")
    .innerJoin("responses", "responses.id", "files.response_id")
    .select("files.storage_key")
    .where("responses.form_id", "=", formId)
    .execute();
  const ofFills = await transaction
    .selectFrom("files")
    .innerJoin("fills", "fills.id", "files.fill_id")
    .select("files.storage_key")
    .where("fills.form_id", "=", formId)
    .execute();
  const ofExports = await transaction
    .selectFrom("exports")
    .select("storage_key")
    .where("form_id", "=", formId)
    .where("storage_key", "is not", null)
    .execute();
  return [...ofResponses, ...ofFills, ...ofExports].map(({ storage_key }) => storage_key!);
}

function notOwner(formId: string, owner: string): Refusal {
  return new Refusal(
    "forbidden",
    `Only its owner, ${owner}, can delete form ${formId}. To see it no longer, end your own access to it.`,
  );
}
