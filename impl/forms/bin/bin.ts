/** The bin of forms: its owner can bring a deleted form back for 30 days. All others see it as deleted from the first moment on. */
import { sql, type Transaction } from "kysely";
import type { FormStatus, Language } from "../../../generated/types.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { endOwnForm, removeFiles, startRemoval, takeExports } from "../delete.ts";
import { accountsWithAccess } from "../directory/access-rule.ts";
import { recordChange } from "../directory/changes.ts";
import { type Form, lockDeletedForm } from "../forms.ts";
import { hastenDeliveries } from "../webhooks/events.ts";

/** The parts that change the bin. */
type BinParts = Pick<Stores, "storage" | "files">;

/** How long a form stays in the bin. */
export const BIN_MS = 30 * 86_400_000;

/** The number of expired forms that one query finds. */
const EXPIRED_AT_ONCE = 100;

/** A form in the bin. */
export interface BinnedForm {
  readonly id: string;
  readonly title: string;
  readonly status: FormStatus;
  readonly language: Language;
  /** When it is deleted for good, in ISO 8601. */
  readonly eraseAt: string;
}

/** The place in the list after which a page begins. */
export interface BinPosition {
  readonly eraseAt: string;
  readonly id: string;
}

/**
 * Puts a form into the bin with all that belongs to it. Only its owner may do so, with or without an active subscription. Its
 * exports are removed at once. @returns its title @throws Refusal not_found, forbidden
 */
export async function putIntoBin(
  parts: BinParts,
  accountId: string,
  formId: string,
  now: Date,
): Promise<string> {
  return endOwnForm(parts, accountId, formId, async (transaction, form) => {
    const erase_at = new Date(now.getTime() + BIN_MS).toISOString();
    await transaction
      .insertInto("deleted_forms")
      .values({ form_id: formId, account_id: accountId, erase_at })
      .execute();
    await markDeleted(transaction, form, now.toISOString());
    return takeExports(transaction, formId);
  });
}

/**
 * Brings a form back as it was, with its status, shares and links. It counts for the account's limits in the bin, too, so there is
 * always room for it. @returns undefined: it is not in the bin of this account any more
 */
export async function bringBackForm(
  { storage }: Pick<Stores, "storage">,
  accountId: string,
  formId: string,
  now: Date,
): Promise<Form | undefined> {
  return storage.db.transaction().execute(async (transaction) => {
    const form = await lockBinned(transaction, accountId, formId);
    if (form === undefined || form.erase_at <= now.toISOString()) return undefined;
    await transaction.deleteFrom("deleted_forms").where("form_id", "=", formId).execute();
    await markDeleted(transaction, form, null);
    await hastenDeliveries(transaction, formId, now);
    return form;
  });
}

/** Deletes a form in the bin for good. @returns undefined: it is not in the bin of this account any more */
export async function deleteFromBin(
  { storage, files }: BinParts,
  accountId: string,
  formId: string,
  now: Date,
): Promise<Form | undefined> {
  const { form, keys } = await storage.db.transaction().execute(async (transaction) => {
    const form = await lockBinned(transaction, accountId, formId);
    return { form, keys: form === undefined ? [] : await startRemoval(transaction, form, now) };
  });
  await removeFiles(files, keys);
  return form;
}

/** Deletes all forms for good whose time in the bin is over. @returns their number */
export async function deleteExpiredForms(parts: BinParts, now: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const expired = await parts.storage.db
      .selectFrom("deleted_forms")
      .select(["form_id", "account_id"])
      .where("erase_at", "<=", now.toISOString())
      .orderBy("erase_at")
      .limit(EXPIRED_AT_ONCE)
      .execute();
    const before = deleted;
    for (const { account_id, form_id } of expired)
      if ((await deleteFromBin(parts, account_id, form_id, now)) !== undefined) deleted += 1;
    if (expired.length < EXPIRED_AT_ONCE || deleted === before) return deleted;
  }
}

/** Lists the bin of an account, the form that was deleted last first. */
export async function listBin(
  queries: Queries,
  accountId: string,
  now: Date,
  { after, limit }: { readonly after: BinPosition | undefined; readonly limit: number },
): Promise<BinnedForm[]> {
  const rows = await binOf(queries, accountId, now)
    .innerJoin("forms", "forms.id", "deleted_forms.form_id")
    .select(["forms.id", "forms.title", "forms.status", "forms.default_language", "deleted_forms.erase_at"])
    .$if(after !== undefined, (bin) =>
      bin.where(
        sql<boolean>`(deleted_forms.erase_at, deleted_forms.form_id) < (${after!.eraseAt}, ${after!.id})`,
      ),
    )
    .orderBy("deleted_forms.erase_at", "desc")
    .orderBy("deleted_forms.form_id", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ default_language: language, erase_at: eraseAt, ...form }) => ({
    ...form,
    language,
    eraseAt,
  }));
}

export async function countBin(queries: Queries, accountId: string, now: Date): Promise<number> {
  const { count } = await binOf(queries, accountId, now)
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the title of a form in the bin of an account; undefined: it is not there. */
export async function titleInBin(
  queries: Queries,
  accountId: string,
  formId: string,
  now: Date,
): Promise<string | undefined> {
  const form = await binOf(queries, accountId, now)
    .innerJoin("forms", "forms.id", "deleted_forms.form_id")
    .select("forms.title")
    .where("forms.id", "=", formId)
    .executeTakeFirst();
  return form?.title;
}

/** Returns whether a form is in the bin of its owner, so that what waits for it is kept. */
export async function isInBin(queries: Queries, formId: string): Promise<boolean> {
  const row = await queries
    .selectFrom("deleted_forms")
    .select("form_id")
    .where("form_id", "=", formId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forms whose time is over are left out: the next cleanup deletes them. */
function binOf(queries: Queries, accountId: string, now: Date) {
  return queries
    .selectFrom("deleted_forms")
    .where("deleted_forms.account_id", "=", accountId)
    .where("deleted_forms.erase_at", ">", now.toISOString());
}

/** Hides a locked form, or shows it again, to everybody with access. */
async function markDeleted(
  transaction: Transaction<Schema>,
  form: Pick<Form, "id" | "owner_id">,
  deleting_at: string | null,
): Promise<void> {
  await transaction.updateTable("forms").set({ deleting_at }).where("id", "=", form.id).execute();
  await recordChange(transaction, form.id, await accountsWithAccess(transaction, form));
}

/** The lock comes first: of two that bring a form back and delete it for good, the second finds no row. */
async function lockBinned(
  transaction: Transaction<Schema>,
  accountId: string,
  formId: string,
): Promise<(Form & Pick<Schema["deleted_forms"], "erase_at">) | undefined> {
  const form = await lockDeletedForm(transaction, formId);
  const row = await transaction
    .selectFrom("deleted_forms")
    .select("erase_at")
    .where("form_id", "=", formId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return form && row && { ...form, ...row };
}
