/** Reads the titles that an account can access. */
import { sql } from "kysely";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { isAccessible, sharedFolders } from "./access-rule.ts";

export interface AccessibleTitle {
  readonly id: string;
  readonly title: string;
}

/** Titles read in one query. It takes a few milliseconds and then lets other requests run. */
const PORTION = 2_000;

/**
 * The title of every form that the account can access, in batches. A form that changes meanwhile may appear twice,
 * but none is missed, because changed forms move towards the end.
 */
export async function* allTitles(queries: Queries, accountId: string): AsyncGenerator<AccessibleTitle[]> {
  yield* walk(queries, "owner_id", accountId);
  yield* walkShared(queries, accountId);
  for (const folder of await sharedFolders(queries, accountId)) yield* walk(queries, "folder_id", folder);
}

/** The titles of the forms of an owner or in a folder. */
async function* walk(
  queries: Queries,
  column: "owner_id" | "folder_id",
  id: string,
): AsyncGenerator<AccessibleTitle[]> {
  let last = { updated_at: "", id: "" };
  for (;;) {
    const forms = await queries
      .selectFrom("forms")
      .select(["id", "title", "updated_at"])
      .where(column, "=", id)
      .where(isNotDeleted)
      .where(sql<boolean>`(updated_at, id) > (${last.updated_at}, ${last.id})`)
      .orderBy("updated_at")
      .orderBy("id")
      .limit(PORTION)
      .execute();
    yield forms;
    if (forms.length < PORTION) return;
    last = forms.at(-1)!;
  }
}

async function* walkShared(queries: Queries, accountId: string): AsyncGenerator<AccessibleTitle[]> {
  let last = "";
  for (;;) {
    const forms = await queries
      .selectFrom("form_shares")
      .innerJoin("forms", "forms.id", "form_shares.form_id")
      .select(["forms.id", "forms.title"])
      .where("form_shares.account_id", "=", accountId)
      .where(isNotDeleted)
      .where("form_shares.form_id", ">", last)
      .orderBy("form_shares.form_id")
      .limit(PORTION)
      .execute();
    yield forms;
    if (forms.length < PORTION) return;
    last = forms.at(-1)!.id;
  }
}

/** Selects the titles of the forms that the account can access. */
export async function selectTitles(
  queries: Queries,
  accountId: string,
  formIds: readonly string[],
): Promise<AccessibleTitle[]> {
  return queries
    .selectFrom("forms")
    .select(["forms.id", "forms.title"])
    .where("forms.id", "in", formIds)
    .where(isNotDeleted)
    .where(isAccessible(accountId))
    .execute();
}
