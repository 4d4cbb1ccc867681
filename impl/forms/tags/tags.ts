/** Tags: words that an account gives to the forms that it can access. No other account sees them. */
import { sql, type Transaction } from "kysely";
import { compareNames } from "../../platform/clean-name.ts";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { selectTitles } from "../directory/titles.ts";

export const TAG_LENGTH = 30;
/** The most tags of a form. */
export const MAX_TAGS = 10;
/** The most different tags of an account. */
export const MAX_ACCOUNT_TAGS = 100;

type Storage = Pick<Stores, "storage">;

/** Lists the tags of an account in order, without those that only forms in the bin have. */
export async function listTags(queries: Queries, accountId: string): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom("form_tags")
    .innerJoin("forms", "forms.id", "form_tags.form_id")
    .select("form_tags.tag")
    .distinct()
    .where("form_tags.account_id", "=", accountId)
    .where(isNotDeleted)
    .execute();
  return rows.map(({ tag }) => tag).sort(compareNames.compare);
}

/** Returns the tags of forms in order, by the ids of the forms. */
export async function tagsOf(
  queries: Queries,
  accountId: string,
  formIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (formIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("form_tags")
    .select(["form_id", "tag"])
    .where("account_id", "=", accountId)
    .where("form_id", "in", formIds)
    .execute();
  const byForm = Map.groupBy(rows, ({ form_id }) => form_id);
  return new Map(
    [...byForm].map(([id, tagged]) => [id, tagged.map(({ tag }) => tag).sort(compareNames.compare)]),
  );
}

/** The condition that a form has a tag of an account. */
export function hasTag(accountId: string, tag: string) {
  return sql<boolean>`forms.id in (select form_id from form_tags where account_id = ${accountId} and tag = ${tag})`;
}

/** The result of adding a tag; `none`: the account can access none of the forms; `full`: a limit is reached, and nothing changed. */
export type Tagged = "tagged" | "none" | "full";

/**
 * Adds a tag to forms. A tag that the account has in other capitals is taken as it has it.
 * @param name as `cleanName` returns it
 */
export async function addTag(
  { storage }: Storage,
  accountId: string,
  formIds: readonly string[],
  name: string,
): Promise<Tagged> {
  if (formIds.length === 0) return "none";
  return storage.db.transaction().execute(async (transaction) => {
    // The lock counts the tags of concurrent requests one after the other.
    await lockAccount(transaction, accountId);
    const forms = await selectTitles(transaction, accountId, formIds);
    if (forms.length === 0) return "none";
    const tag = await findTag(transaction, accountId, name);
    if (tag === undefined) return "full";
    const ids = forms.map(({ id }) => id);
    const tags = await tagsOf(transaction, accountId, ids);
    const missing = ids.filter((id) => !tags.get(id)?.includes(tag));
    if (missing.some((id) => (tags.get(id)?.length ?? 0) >= MAX_TAGS)) return "full";
    if (missing.length > 0)
      await transaction
        .insertInto("form_tags")
        .values(missing.map((form_id) => ({ account_id: accountId, form_id, tag })))
        .execute();
    return "tagged";
  });
}

/** Returns the tag as the account has it, or as it is entered; undefined: the account can have no more. */
async function findTag(
  transaction: Transaction<Schema>,
  accountId: string,
  name: string,
): Promise<string | undefined> {
  const rows = await transaction
    .selectFrom("form_tags")
    .select("tag")
    .distinct()
    .where("account_id", "=", accountId)
    .execute();
  const existing = rows.find(({ tag }) => tag.toLowerCase() === name.toLowerCase());
  if (existing !== undefined) return existing.tag;
  return rows.length < MAX_ACCOUNT_TAGS ? name : undefined;
}

/**
 * Removes a tag from forms, whatever its capitals.
 * @param formIds undefined: all forms of the account
 * @returns whether any of them had it
 */
export async function removeTag(
  { storage }: Storage,
  accountId: string,
  name: string,
  formIds?: readonly string[],
): Promise<boolean> {
  return storage.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId);
    const tag = (await findTag(transaction, accountId, name)) ?? name;
    const { numDeletedRows } = await transaction
      .deleteFrom("form_tags")
      .where("account_id", "=", accountId)
      .where("tag", "=", tag)
      .$if(formIds !== undefined, (rows) => rows.where("form_id", "in", formIds!))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  });
}
