/** Erases everything about a respondent, across responses, fills, files and exports. */
import { setImmediate } from "node:timers/promises";
import { sql, type Transaction } from "kysely";
import { findFormFor } from "../../forms/access.ts";
import { lockForErasure } from "../../forms/forms.ts";
import { removeAnswers } from "../../forms/remove-form.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { BATCH_SIZE } from "../../platform/storage/in-batches.ts";
import { withoutIndex } from "../../platform/storage/index-hints.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { deleteFormExports } from "../exports/cleanup.ts";
import { deleteViewsNaming } from "../saved-views.ts";
import { eraseWaiting } from "../waiting/remove-waiting.ts";
import { eraseResponses } from "./erase-responses.ts";

/** The number of fills whose answers are compared with the address in one transaction. */
const READ_AT_ONCE = 2 * BATCH_SIZE;

/** The numbers of erased items. */
export interface Erased {
  readonly responses: number;
  /** Uploads, and exports of the forms that were answered. */
  readonly files: number;
  /** Forms that were begun with this address and not sent. */
  readonly fills: number;
  /** Places on waiting lists. */
  readonly waiting: number;
  /** Keys of files that could not be removed. The database does not refer to them any more. */
  readonly failedFiles: readonly string[];
}

/**
 * Erases all answers of a respondent, a few responses and fills at a time. Responses stay as rows without address and answers.
 * Fills, exports and saved views that contain the address are deleted. After an interruption, call it again. @param email normalised
 */
export async function eraseRespondent(parts: Stores, email: string): Promise<Erased> {
  return erase(parts, { email, mayErase: async () => {} });
}

/**
 * The same in one form, for an account that may change it, with or without an active subscription.
 * @throws Refusal not_found, forbidden
 */
export async function eraseFromForm(
  parts: Stores,
  accountId: string,
  formId: string,
  email: string,
): Promise<Erased> {
  const mayErase = async (queries: Queries) => {
    await findFormFor(queries, accountId, formId, "edit");
  };
  return erase(parts, { email, onlyForm: formId, mayErase });
}

interface Erasure {
  readonly email: string;
  /** Undefined: responses and fills of every form. */
  readonly onlyForm?: string;
  /** Checked in every transaction. @throws Refusal */
  mayErase(queries: Queries): Promise<void>;
}

/** The result of one transaction. */
interface Batch {
  readonly erased: number;
  readonly keys: readonly string[];
  readonly isLast: boolean;
}

async function erase({ storage, files, clock }: Stores, erasure: Erasure): Promise<Erased> {
  const failedFiles: string[] = [];
  let removed = 0;
  const inTransactions = async (eraseSome: (transaction: Transaction<Schema>) => Promise<Batch>) => {
    let total = 0;
    for (;;) {
      const { erased, keys, isLast } = await storage.db.transaction().execute(async (transaction) => {
        await erasure.mayErase(transaction);
        return eraseSome(transaction);
      });
      const failed = await removeEach(files, keys);
      failedFiles.push(...failed);
      removed += keys.length - failed.length;
      total += erased;
      await setImmediate();
      if (isLast) return total;
    }
  };
  const responses = await inTransactions((transaction) => eraseSomeResponses(transaction, erasure, clock()));
  const fills = await inTransactions(fillEraser(erasure));
  await inTransactions(viewEraser(erasure));
  const waiting = await inTransactions(async (transaction) => {
    const erased = await eraseWaiting(transaction, erasure);
    return { erased, keys: [], isLast: erased < BATCH_SIZE };
  });
  return { responses, files: removed, fills, waiting, failedFiles };
}

/** Removes files one by one, so that one failure does not keep the others. Returns the failed ones. */
async function removeEach(files: FileStore, keys: readonly string[]): Promise<string[]> {
  const failed: string[] = [];
  for (const key of keys) await files.remove([key]).catch(() => failed.push(key));
  return failed;
}

async function eraseSomeResponses(
  transaction: Transaction<Schema>,
  erasure: Erasure,
  now: Date,
): Promise<Batch> {
  const found = await selectResponses(transaction, erasure);
  // Without the lock, an export could read data that is being erased. The order of the locks is fixed, which prevents
  // deadlocks.
  const formIds = [...new Set(found.map(({ form_id }) => form_id))].sort();
  for (const formId of formIds) await lockForErasure(transaction, formId);
  const isLast = found.length < BATCH_SIZE;
  if (found.length === 0) return { erased: 0, keys: [], isLast };
  // A response may have been changed, deleted or restored until its form was locked.
  const locked = await selectResponses(transaction, erasure);
  const ids = locked.filter(({ form_id }) => formIds.includes(form_id)).map(({ id }) => id);
  const keys = await eraseResponses(transaction, ids, now);
  keys.push(...(await deleteFormExports(transaction, formIds)));
  return { erased: ids.length, keys, isLast };
}

/** Returns the responses of an address, including deleted ones that can be restored. */
async function selectResponses(queries: Queries, { email, onlyForm }: Erasure) {
  const isOfForm =
    onlyForm === undefined ? sql<boolean>`true` : sql<boolean>`${withoutIndex("form_id")} = ${onlyForm}`;
  return queries
    .selectFrom("responses")
    .select(["id", "form_id"])
    .where("email", "=", email)
    .where(isOfForm)
    .unionAll(
      queries
        .selectFrom("deleted_responses")
        .select(["response_id as id", "form_id"])
        .where("email", "=", email)
        .where(isOfForm),
    )
    .limit(BATCH_SIZE)
    .execute();
}

/** Walks over the fills by their ids: which of them contain an address, no index knows. */
function fillEraser({ email, onlyForm }: Erasure): (transaction: Transaction<Schema>) => Promise<Batch> {
  let last = "";
  return async (transaction) => {
    const walked = await transaction
      .selectFrom("fills")
      .select("id")
      .$if(onlyForm !== undefined, (query) => query.where("form_id", "=", onlyForm!))
      .where("id", ">", last)
      .orderBy("id")
      .limit(READ_AT_ONCE)
      .execute();
    last = walked.at(-1)?.id ?? last;
    const isLast = walked.length < READ_AT_ONCE;
    if (walked.length === 0) return { erased: 0, keys: [], isLast };
    const ids = await lockFillsNaming(
      transaction,
      email,
      walked.map(({ id }) => id),
    );
    return { erased: ids.length, keys: await removeAnswers(transaction, "fills", ids), isLast };
  };
}

/** Walks over the saved views by their ids: owners search for addresses, and name views after people. */
function viewEraser({ email, onlyForm }: Erasure): (transaction: Transaction<Schema>) => Promise<Batch> {
  let after = "";
  return async (transaction) => {
    const wanted = { email, formId: onlyForm, after, limit: READ_AT_ONCE };
    const { deleted, last } = await deleteViewsNaming(transaction, wanted);
    after = last ?? after;
    return { erased: deleted, keys: [], isLast: last === undefined };
  };
}

/** The lock makes concurrent submissions and uploads either finish before or fail. */
async function lockFillsNaming(
  transaction: Transaction<Schema>,
  email: string,
  ids: readonly string[],
): Promise<string[]> {
  const escaped = email.replace(/[\\%_]/g, "\\$&");
  const locked = await transaction
    .updateTable("fills")
    .set(({ ref }) => ({ form_version: ref("form_version") }))
    .where("id", "in", ids)
    .where(sql<boolean>`lower(given) like ${`%${escaped}%`} escape '\\'`)
    .returning("id")
    .execute();
  return locked.map(({ id }) => id);
}
