/** The log of changes of titles and access, by which cached directories are updated. */
import { sql, type Transaction } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";

/** How many changes are stored for each directory. A cache with an older version reads the whole directory again. */
const MAX_CHANGES = 1_000;

/** The number of accounts in one statement. */
const MAX_ACCOUNTS = 1_000;

/** Stands for all forms: a cache before this change reads the whole directory again. */
const EVERY_FORM = "";

/** Changes of more forms at once are recorded as a change of all. */
const MAX_FORMS = 100;

/** Does the same as `recordChange` for several forms, with the same accounts for each, so that their order is the same. */
export async function recordChanges(
  transaction: Transaction<Schema>,
  formIds: readonly string[],
  accountIds: readonly string[],
): Promise<void> {
  if (formIds.length > MAX_FORMS) return recordChangeOfAll(transaction, accountIds);
  for (const id of formIds) await recordChange(transaction, id, accountIds);
}

/** Records for these accounts that many forms were added or removed. */
export async function recordChangeOfAll(
  transaction: Transaction<Schema>,
  accountIds: readonly string[],
): Promise<void> {
  await recordChange(transaction, EVERY_FORM, accountIds);
}

/**
 * Records for these accounts that a form was added, removed or renamed, in the transaction that does so. The row of
 * the directory orders these transactions, so a version includes all changes before it.
 */
export async function recordChange(
  transaction: Transaction<Schema>,
  formId: string,
  accountIds: readonly string[],
): Promise<void> {
  // Always in the same order, so that two transactions never wait for each other.
  const ids = [...new Set(accountIds)].sort();
  for (let from = 0; from < ids.length; from += MAX_ACCOUNTS)
    await recordForSome(transaction, formId, ids.slice(from, from + MAX_ACCOUNTS));
}

async function recordForSome(
  transaction: Transaction<Schema>,
  formId: string,
  ids: readonly string[],
): Promise<void> {
  const directories = await transaction
    .insertInto("directories")
    .values(ids.map((account_id) => ({ account_id, version: 1 })))
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet(({ eb }) => ({ version: eb("directories.version", "+", 1) })),
    )
    .returning(["account_id", "version"])
    .execute();
  await transaction
    .insertInto("directory_changes")
    .values(directories.map((directory) => ({ ...directory, form_id: formId })))
    .execute();
  // Versions count up by one, so at most one change of each account becomes too old.
  const tooOld = directories
    .map(({ account_id, version }) => ({ account_id, version: version - MAX_CHANGES }))
    .filter(({ version }) => version > 0);
  if (tooOld.length === 0) return;
  const keys = tooOld.map(
    ({ account_id, version }) => sql`(cast(${account_id} as text), cast(${version} as integer))`,
  );
  await transaction
    .deleteFrom("directory_changes")
    .where(sql<boolean>`(account_id, version) in (values ${sql.join(keys)})`)
    .execute();
}

/** 0 for an account without changes. */
export async function directoryVersion(queries: Queries, accountId: string): Promise<number> {
  const row = await queries
    .selectFrom("directories")
    .select("version")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Forms that changed since a version; undefined if that is too long ago to tell. */
export async function listChangedSince(
  queries: Queries,
  accountId: string,
  version: number,
): Promise<{ readonly version: number; readonly formIds: readonly string[] } | undefined> {
  const rows = await queries
    .selectFrom("directory_changes")
    .select(["version", "form_id"])
    .where("account_id", "=", accountId)
    .where("version", ">", version)
    .orderBy("version")
    .execute();
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined || first.version !== version + 1) return undefined;
  if (rows.some(({ form_id }) => form_id === EVERY_FORM)) return undefined;
  return { version: last.version, formIds: [...new Set(rows.map(({ form_id }) => form_id))] };
}
