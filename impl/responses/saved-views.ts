/** Saved views: names for settings of the list of responses. They belong to the form, not to the account that saved them. */
import type { Transaction } from "kysely";
import { findFormFor, notAccessible } from "../forms/access.ts";
import { lockForm } from "../forms/forms.ts";
import { cleanName, compareNames } from "../platform/clean-name.ts";
import { newId } from "../platform/ids.ts";
import type { Schema } from "../platform/storage/schema.ts";
import type { Queries } from "../platform/storage/storage.ts";
import type { Stores } from "../platform/stores.ts";
import { writeText } from "./conditions/condition.ts";

export const MAX_VIEWS = 20;
export const VIEW_NAME_LENGTH = 60;

/** Settings of the list by the names that they have in its address. */
export type ViewSettings = Readonly<Record<string, string>>;

export interface SavedView {
  readonly id: string;
  readonly name: string;
  readonly settings: ViewSettings;
  /** ISO 8601. */
  readonly savedAt: string;
}

/** Lists the views of a form in the order of their names. The caller has checked the access to the form. */
export async function listViews(queries: Queries, formId: string): Promise<readonly SavedView[]> {
  const rows = await queries
    .selectFrom("saved_views")
    .select(["id", "name", "settings", "saved_at"])
    .where("form_id", "=", formId)
    .execute();
  const views = rows.map(({ id, name, settings, saved_at }) => ({
    id,
    name,
    settings: JSON.parse(settings) as ViewSettings,
    savedAt: saved_at,
  }));
  return views.sort((one, other) => compareNames.compare(one.name, other.name));
}

/** Returns the name of a view as it is stored; undefined for one that is too long or has no visible character. */
export function cleanViewName(entered: string): string | undefined {
  return cleanName(entered, VIEW_NAME_LENGTH);
}

/** The result of saving; `full`: the form has as many views as it can have, and none of this name. */
export type Saved = "saved" | "replaced" | "full";

/**
 * Saves a view for an account that may change the form, with or without an active subscription. A view of the same name is replaced.
 * @param name as `cleanViewName` returns it
 * @throws Refusal not_found, forbidden
 */
export async function saveView(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  accountId: string,
  formId: string,
  { name, settings }: Pick<SavedView, "name" | "settings">,
): Promise<Saved> {
  const row = { settings: JSON.stringify(settings), saved_at: clock().toISOString() };
  return storage.db.transaction().execute(async (transaction) => {
    await findFormFor(transaction, accountId, formId, "edit");
    // The lock counts the views of concurrent requests one after the other.
    if ((await lockForm(transaction, formId)) === undefined) throw notAccessible(formId);
    const views = await transaction
      .selectFrom("saved_views")
      .select(["id", "name"])
      .where("form_id", "=", formId)
      .execute();
    const former = views.find((view) => view.name === name);
    if (former !== undefined) {
      await transaction.updateTable("saved_views").set(row).where("id", "=", former.id).execute();
      return "replaced";
    }
    if (views.length >= MAX_VIEWS) return "full";
    await transaction
      .insertInto("saved_views")
      .values({ id: newId("view"), form_id: formId, name, ...row })
      .execute();
    return "saved";
  });
}

/**
 * Deletes a view for an account that may change the form, with or without an active subscription.
 * @returns false if the form has no such view @throws Refusal not_found, forbidden
 */
export async function deleteView(
  { storage }: Pick<Stores, "storage">,
  accountId: string,
  formId: string,
  viewId: string,
): Promise<boolean> {
  return storage.db.transaction().execute(async (transaction) => {
    await findFormFor(transaction, accountId, formId, "edit");
    const { numDeletedRows } = await transaction
      .deleteFrom("saved_views")
      .where("form_id", "=", formId)
      .where("id", "=", viewId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

/** The views that one transaction looked through. */
export interface WalkedViews {
  readonly deleted: number;
  /** The id to continue after; undefined: there are no more. */
  readonly last: string | undefined;
}

/**
 * Deletes views whose name or settings contain an address, among the next `limit` by id.
 * @param email normalised @param formId undefined: views of every form
 */
export async function deleteViewsNaming(
  transaction: Transaction<Schema>,
  {
    email,
    formId,
    after,
    limit,
  }: { email: string; formId: string | undefined; after: string; limit: number },
): Promise<WalkedViews> {
  const walked = await transaction
    .selectFrom("saved_views")
    .select(["id", "name", "settings"])
    .$if(formId !== undefined, (query) => query.where("form_id", "=", formId!))
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  const ids = walked.filter((view) => isNaming(view, email)).map(({ id }) => id);
  if (ids.length > 0) await transaction.deleteFrom("saved_views").where("id", "in", ids).execute();
  return { deleted: ids.length, last: walked.length < limit ? undefined : walked.at(-1)!.id };
}

/** Whether the name, a search or a condition of a view contains an address. */
function isNaming({ name, settings }: { name: string; settings: string }, email: string): boolean {
  const texts = [name, ...Object.values(JSON.parse(settings) as ViewSettings)];
  const wanted = [email, writeText(email)].map((text) => text.toLowerCase());
  return texts.some((text) => wanted.some((address) => text.toLowerCase().includes(address)));
}
