/** Deletes an account with everything that is its own. */

import { sql } from "kysely";
import { endLinks } from "../../accounts/sign-in/mailed-links.ts";
import { endSessions } from "../../accounts/sign-in/sessions.ts";
import { deleteFromBin } from "../../forms/bin/bin.ts";
import { deleteForm } from "../../forms/delete.ts";
import { listFolders, removeFolder } from "../../forms/folders/folders.ts";
import { type RemovalParts, removeForm } from "../../forms/remove-form.ts";
import { removeLesson } from "../../lessons/own-lessons.ts";
import { isNotDeleted } from "../../platform/storage/deletion-filter.ts";
import { recordDeletion } from "../../platform/storage/deletions.ts";
import { inBatches } from "../../platform/storage/in-batches.ts";
import { type RowsOf, removeRows } from "../../platform/storage/remove-rows.ts";
import type { Queries } from "../../platform/storage/storage.ts";

/** The data that is deleted with an account. */
export interface Belongings {
  /** Those that are not in the bin. */
  readonly forms: number;
  /** The number of forms in the bin. */
  readonly binnedForms: number;
  /** The number of the forms outside the bin that others can access. */
  readonly sharedForms: number;
  /** The number of responses of every status. */
  readonly responses: number;
  readonly lessons: number;
  readonly tokens: number;
}

export async function countBelongings(queries: Queries, accountId: string): Promise<Belongings> {
  const { rows } = await sql<Record<keyof Belongings, number | string>>`
    with own as (select id from forms where owner_id = ${accountId} and ${isNotDeleted}),
      binned as (select form_id as id from deleted_forms where account_id = ${accountId}),
      kept as (select id from own union all select id from binned)
    select (select count(*) from own) as "forms",
      (select count(*) from binned) as "binnedForms",
      (select count(*) from forms where id in (select id from own) and (id in (select form_id from form_shares)
        or folder_id in (select folder_id from folder_members where account_id <> ${accountId}))) as "sharedForms",
      (select count(*) from responses where form_id in (select id from kept) and is_test = 0) as "responses",
      (select count(*) from lessons where account_id = ${accountId}) as "lessons",
      (select count(*) from tokens where account_id = ${accountId}) as "tokens"`.execute(queries);
  const count = (what: keyof Belongings) => Number(rows[0]?.[what]);
  const [forms, sharedForms] = [count("forms"), count("sharedForms")];
  return {
    forms,
    binnedForms: count("binnedForms"),
    sharedForms,
    responses: count("responses"),
    lessons: count("lessons"),
    tokens: count("tokens"),
  };
}

/** Lists the addresses that got mails about the forms of an account: of responses and waiting lists, in lower case. */
export async function listRespondents(queries: Queries, accountId: string): Promise<string[]> {
  const own = queries.selectFrom("forms").select("id").where("owner_id", "=", accountId);
  const rows = await queries
    .selectFrom("responses")
    .select("email")
    .where("form_id", "in", own)
    .where("email", "is not", null)
    .union(queries.selectFrom("waiting_people").select("email").where("form_id", "in", own))
    .execute();
  return rows.map(({ email }) => String(email).toLowerCase());
}

/** The rows of an account besides its forms and lessons. */
const rowsOfAccount: readonly RowsOf[] = [
  { table: "jobs", owner: "account_id", keys: ["id"] },
  { table: "tool_tasks", owner: "account_id", keys: ["id"] },
  { table: "lesson_quotes", owner: "account_id", keys: ["id"] },
  { table: "credit_entries", owner: "account_id", keys: ["transaction_id", "ledger_account"] },
  { table: "credit_transactions", owner: "account_id", keys: ["id"] },
  { table: "generations", owner: "account_id", keys: ["id"] },
  { table: "model_calls", owner: "account_id", keys: ["id"] },
  { table: "form_shares", owner: "account_id", keys: ["form_id"] },
  { table: "response_mails", owner: "account_id", keys: ["form_id"] },
  { table: "response_mail_texts", owner: "account_id", keys: ["form_id"] },
  { table: "directory_changes", owner: "account_id", keys: ["version"] },
  { table: "share_refusals", owner: "account_id", keys: ["day"] },
  { table: "version_authors", owner: "account_id", keys: ["form_id", "version"] },
  { table: "folder_forms", owner: "account_id", keys: ["form_id"] },
  { table: "folder_members", owner: "account_id", keys: ["folder_id"] },
  { table: "folders", owner: "account_id", keys: ["id"] },
  { table: "form_tags", owner: "account_id", keys: ["form_id", "tag"] },
  { table: "live_addresses", owner: "account_id", keys: ["form_id"] },
  { table: "tokens", owner: "account_id", keys: ["id"] },
];

/**
 * Deletes an account permanently: its forms with responses, files and exports, shared forms and the bin included, then lessons, tokens,
 * credits, sessions and the account itself, a few rows at a time. The account is locked first, so that no new data is created.
 * The next cleanup continues an interrupted deletion.
 */
export async function deleteAccount(parts: RemovalParts, accountId: string, now: Date): Promise<void> {
  const { storage } = parts;
  await storage.db.transaction().execute(async (transaction) => {
    const at = now.toISOString();
    await transaction
      .updateTable("accounts")
      .set({ locked_at: at, deleting_at: at })
      .where("id", "=", accountId)
      .execute();
    await recordDeletion(transaction, accountId, now);
    await endSessions(transaction, accountId);
    await endLinks(transaction, accountId);
  });
  storage.startEpoch();
  await removeForms(parts, accountId, now);
  await removeLessons(parts, accountId, now);
  await removeFolders(parts, accountId);
  for (const rows of rowsOfAccount)
    await inBatches((limit) => removeRows(storage.db, rows, accountId, limit));
  // Foreign keys delete the few rows that still refer to the account.
  await storage.db.deleteFrom("accounts").where("id", "=", accountId).execute();
  storage.startEpoch();
}

async function removeForms(parts: RemovalParts, accountId: string, now: Date): Promise<void> {
  for (;;) {
    const forms = await parts.storage.db
      .selectFrom("forms")
      .select(["id", "deleting_at"])
      .where("owner_id", "=", accountId)
      .limit(100)
      .execute();
    if (forms.length === 0) return;
    for (const { id, deleting_at } of forms) {
      if (deleting_at === null) await deleteForm(parts, accountId, id, now);
      else await deleteFromBin(parts, accountId, id, now);
      await removeForm(parts, id);
    }
  }
}

/** Forms of others in the folders stay with them. */
async function removeFolders(parts: RemovalParts, accountId: string): Promise<void> {
  for (const { id, access } of await listFolders(parts.storage.db, accountId))
    if (access === "owner") await removeFolder(parts, accountId, id);
}

async function removeLessons(parts: RemovalParts, accountId: string, now: Date): Promise<void> {
  for (;;) {
    const lesson = await parts.storage.db
      .selectFrom("lessons")
      .select(["id", "quote_id"])
      .where("account_id", "=", accountId)
      .limit(1)
      .executeTakeFirst();
    if (lesson === undefined) return;
    await removeLesson(parts, lesson, now);
  }
}

/** Goes on where deletions were interrupted. @returns how many accounts were deleted */
export async function resumeDeletions(parts: RemovalParts, now: Date): Promise<number> {
  const accounts = await parts.storage.db
    .selectFrom("accounts")
    .select("id")
    .where("deleting_at", "is not", null)
    .execute();
  for (const { id } of accounts) await deleteAccount(parts, id, now);
  return accounts.length;
}
