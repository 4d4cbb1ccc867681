/** Deletes responses so that it can be undone for 30 days. Everything else sees them as erased from the first moment on. */
import type { Transaction } from "kysely";
import { findFormFor } from "../../forms/access.ts";
import { lockForErasure, lockForm } from "../../forms/forms.ts";
import { withoutIndex } from "../../platform/storage/index-hints.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { deleteFormExports } from "../exports/cleanup.ts";
import { testResponses } from "../filter.ts";
import type { StoredResponse } from "../responses.ts";
import { eraseResponses, recordDeletions } from "./erase-responses.ts";
import { RESTORABLE_MS, TEST_LIFETIME_MS, UNVERIFIED_LIFETIME_MS } from "./lifetimes.ts";

/**
 * Empties responses of a form, and stores their answers where only `bringBack` finds them. Every export that may contain them
 * is deleted. Responses of other forms are not changed. Users can always delete their data, so no subscription is needed.
 * @returns the ids of the deleted responses @throws Refusal not_found, forbidden
 */
export async function deleteResponses(
  parts: Stores,
  accountId: string,
  formId: string,
  responseIds: readonly string[],
): Promise<string[]> {
  if (responseIds.length === 0) return [];
  return changeInForm(parts, accountId, formId, async (transaction, now) => {
    const found = await transaction
      .selectFrom("live_responses")
      .select(["id", "form_id", "status", "submitted_at", "verified_at", "marked_at"])
      .where("id", "in", responseIds)
      .where(withoutIndex("form_id"), "=", formId)
      .execute();
    if (found.length === 0) return { ids: [], keys: [] };
    for (const [until, responses] of Map.groupBy(found, (response) => restorableUntil(response, now)))
      await empty(transaction, listIds(responses), until);
    await recordDeletions(transaction, found, now);
    return { ids: listIds(found), keys: await deleteFormExports(transaction, [formId]) };
  });
}

/**
 * Erases deleted responses and tests before their time. All others are left alone.
 * @returns the ids of those that were erased
 * @throws Refusal not_found, forbidden
 */
export function eraseDeleted(
  parts: Stores,
  accountId: string,
  formId: string,
  responseIds: readonly string[],
): Promise<string[]> {
  return changeInForm(parts, accountId, formId, (transaction, now) =>
    eraseKept(transaction, [formId], responseIds, now),
  );
}

/** Returns which of these responses of a form can be restored. The caller has checked the access to the form. */
export async function listRestorable(
  queries: Queries,
  formId: string,
  responseIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (responseIds.length === 0) return [];
  const found = await queries
    .selectFrom("deleted_responses")
    .select("response_id as id")
    .where("response_id", "in", responseIds)
    .where(withoutIndex("form_id"), "=", formId)
    .where("erase_at", ">", now.toISOString())
    .execute();
  return listIds(found);
}

/** Erases deleted responses whose time has expired. @returns their number, and the keys of their files */
export async function eraseExpired(transaction: Transaction<Schema>, now: Date, limit: number) {
  const found = await transaction
    .selectFrom("deleted_responses")
    .select(["response_id as id", "form_id"])
    .where("erase_at", "<=", now.toISOString())
    .unionAll(
      testResponses(transaction)
        .select(["id", "form_id"])
        .where("submitted_at", "<=", new Date(now.getTime() - TEST_LIFETIME_MS).toISOString()),
    )
    .limit(limit)
    .execute();
  // The lock of the forms prevents a restore meanwhile. The order of the locks is fixed, which prevents deadlocks.
  const formIds = [...new Set(found.map(({ form_id }) => form_id))].sort();
  for (const formId of formIds) await lockForErasure(transaction, formId);
  const { keys } = await eraseKept(transaction, formIds, listIds(found), now);
  return { erased: found.length, keys };
}

/** Locks the form, so that no export of it starts meanwhile, and changes its responses. @returns the ids of the changed responses */
async function changeInForm(
  { storage, files, clock }: Stores,
  accountId: string,
  formId: string,
  change: (transaction: Transaction<Schema>, now: Date) => Promise<{ ids: string[]; keys: string[] }>,
): Promise<string[]> {
  const { ids, keys } = await storage.db.transaction().execute(async (transaction) => {
    await findFormFor(transaction, accountId, formId, "edit");
    await lockForm(transaction, formId);
    return change(transaction, clock());
  });
  // A file that cannot be removed now is not served any more, and the next cleanup removes it.
  for (const key of keys) await files.remove([key]).catch(() => {});
  return ids;
}

function restorableUntil(
  { status, submitted_at, marked_at }: Pick<StoredResponse, "status" | "submitted_at" | "marked_at">,
  now: Date,
): string {
  const until =
    status === "verified"
      ? now.getTime() + RESTORABLE_MS
      : Date.parse(marked_at ?? submitted_at) + UNVERIFIED_LIFETIME_MS;
  return new Date(until).toISOString();
}

async function empty(transaction: Transaction<Schema>, ids: readonly string[], until: string): Promise<void> {
  await transaction
    .insertInto("deleted_responses")
    .columns(["response_id", "form_id", "status", "email", "answers", "erase_at"])
    .expression(({ selectFrom, val }) =>
      selectFrom("responses")
        .select(["id", "form_id", "status", "email", "answers", val(until).as("erase_at")])
        .where("id", "in", ids),
    )
    .execute();
  await transaction
    .updateTable("responses")
    .set({ status: "deleted", email: null, answers: "{}" })
    .where("id", "in", ids)
    .execute();
}

async function eraseKept(
  transaction: Transaction<Schema>,
  formIds: readonly string[],
  responseIds: readonly string[],
  now: Date,
): Promise<{ readonly ids: string[]; readonly keys: string[] }> {
  if (responseIds.length === 0) return { ids: [], keys: [] };
  const kept = await transaction
    .selectFrom("deleted_responses")
    .select("response_id as id")
    .where("response_id", "in", responseIds)
    .where(withoutIndex("form_id"), "in", formIds)
    .unionAll(
      testResponses(transaction)
        .select("id")
        .where("id", "in", responseIds)
        .where(withoutIndex("form_id"), "in", formIds),
    )
    .execute();
  const ids = listIds(kept);
  return { ids, keys: await eraseResponses(transaction, ids, now) };
}

function listIds(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
