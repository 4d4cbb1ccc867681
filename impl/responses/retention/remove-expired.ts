/** Removes responses, fills, files, lesson quotes, attempts at lessons, mailed links and sessions that have expired. */
import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import { removeEndedApps, removeExpiredRecords } from "../../accounts/connectors/apps.ts";
import { SESSION_LIFE_MS } from "../../accounts/sign-in/sessions.ts";
import { deleteExpiredForms } from "../../forms/bin/bin.ts";
import { removeAnswers } from "../../forms/remove-form.ts";
import { ATTEMPT_LIFETIME_MS } from "../../lessons/attempts/attempts.ts";
import { removeExpiredQuotes } from "../../lessons/quote.ts";
import type { FileStore } from "../../platform/files/store.ts";
import { DELETION_LIFETIME_MS } from "../../platform/storage/deletions.ts";
import { BATCH_SIZE, inBatches } from "../../platform/storage/in-batches.ts";
import { withoutIndex } from "../../platform/storage/index-hints.ts";
import { type DatedRows, removeOld } from "../../platform/storage/remove-rows.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { removeUnsentFiles, UNSENT_LIFETIME_MS } from "../unsent.ts";
import { removeUnconfirmedWaiting } from "../waiting/remove-waiting.ts";
import { resumeDeletions } from "./delete-account.ts";
import { eraseExpired } from "./deleted-responses.ts";
import { UNVERIFIED_LIFETIME_MS } from "./lifetimes.ts";

const HOUR_MS = 3_600_000;
/** Forms that were begun and not sent. */
const FILL_LIFETIME_MS = 24 * HOUR_MS;
/** The log of webhooks. An attempt is made for a day at most. */
const DELIVERY_LIFETIME_MS = 7 * 24 * HOUR_MS;
/** Addresses of people who did not want an account. */
const INVITATION_LIFETIME_MS = 30 * 24 * HOUR_MS;
/** A file is written before its row, so a file without a row may belong to an upload that is still running. */
const UPLOAD_GRACE_MS = HOUR_MS;

/** The numbers of removed items. */
export interface Removed {
  readonly responses: number;
  /** Responses that were deleted, and can no longer be restored, and tests. */
  readonly erased: number;
  readonly fills: number;
  /** Forms whose time in the bin was over; jobs remove what belongs to them. */
  readonly forms: number;
  readonly lessonQuotes: number;
  readonly lessonAttempts: number;
  readonly mailedLinks: number;
  /** Accounts whose deletion was interrupted. */
  readonly accounts: number;
  readonly sessions: number;
  /** Files without a row in the database, for example of a killed process. */
  readonly strayFiles: number;
}

/**
 * Removes expired responses and fills with their files, lesson quotes and attempts at lessons. Rows are deleted before files:
 * a file without a row is not served, and the next run finds it if the process dies in between.
 */
export async function removeExpired(parts: Stores): Promise<Removed> {
  const { storage, files, clock } = parts;
  const removed = { responses: 0, fills: 0, erased: 0 };
  for (;;) {
    const batch = await storage.db.transaction().execute((transaction) => removeBatch(transaction, clock()));
    await files.remove(batch.keys);
    removed.responses += batch.responses;
    removed.fills += batch.fills;
    removed.erased += batch.erased;
    await setImmediate();
    if (Math.max(batch.responses, batch.fills, batch.unsent, batch.erased) < BATCH_SIZE) break;
  }
  const removeBatches = (removeSome: (queries: Queries, now: Date, limit: number) => Promise<number>) =>
    inBatches((limit) => removeSome(storage.db, clock(), limit));
  const old = (rows: DatedRows, ageMs = 0) =>
    removeBatches((queries, now, limit) => removeOld(queries, rows, new Date(now.getTime() - ageMs), limit));
  const lessonQuotes = await removeBatches(removeExpiredQuotes);
  const lessonAttempts = await old({ table: "lesson_attempts", time: "started_at" }, ATTEMPT_LIFETIME_MS);
  const mailedLinks = await old({ table: "mailed_links", key: "hash", time: "expires_at" });
  const unused = await old({ table: "sessions", time: "expires_at" });
  const sessions = unused + (await old({ table: "sessions", time: "created_at" }, SESSION_LIFE_MS));
  const accounts = await resumeDeletions(parts, clock());
  const forms = await deleteExpiredForms(parts, clock());
  await old({ table: "passkey_challenges", time: "expires_at" });
  await old({ table: "webhook_deliveries", time: "created_at" }, DELIVERY_LIFETIME_MS);
  for (const table of ["form_invitations", "folder_invitations"] as const)
    await old({ table, time: "created_at" }, INVITATION_LIFETIME_MS);
  await old({ table: "deletions", time: "deleted_at" }, DELETION_LIFETIME_MS);
  await removeBatches(removeUnconfirmedWaiting);
  await removeBatches(removeExpiredRecords);
  await removeBatches(removeEndedApps);
  const strayFiles = await removeStrayFiles(storage, files);
  return { ...removed, forms, lessonQuotes, lessonAttempts, mailedLinks, sessions, accounts, strayFiles };
}

/** Removes one batch, so that the locks are short. */
async function removeBatch(transaction: Transaction<Schema>, now: Date) {
  const before = (lifetime: number) => new Date(now.getTime() - lifetime).toISOString();
  const responses = await lockUnverifiedResponses(transaction, before(UNVERIFIED_LIFETIME_MS));
  const fills = await lockAbandonedFills(transaction, before(FILL_LIFETIME_MS));
  const unsent = await removeUnsentFiles(transaction, before(UNSENT_LIFETIME_MS));
  const { erased, keys: ofDeleted } = await eraseExpired(transaction, now, BATCH_SIZE);
  const keys = [
    ...ofDeleted,
    ...(await removeAnswers(transaction, "fills", fills)),
    // The sums of unconfirmed responses are locked last, as by submissions, which prevents deadlocks.
    ...(await removeAnswers(transaction, "responses", responses)),
    ...unsent.keys,
  ];
  return { responses: responses.length, fills: fills.length, unsent: unsent.fills, erased, keys };
}

/**
 * Locks the responses before their files are deleted, and repeats the conditions: if a response is confirmed
 * concurrently, PostgreSQL checks the conditions of the update again after it gets the lock, but not those of the
 * select.
 */
async function lockUnverifiedResponses(transaction: Transaction<Schema>, before: string): Promise<string[]> {
  const expired = await transaction
    .selectFrom("responses")
    .select("id")
    .where("status", "in", ["pending_verification", "spam"])
    .where("submitted_at", "<=", before)
    // Responses that an owner marked are kept for the same number of days from then, so that a mistake can be undone.
    .where(({ or, eb }) => or([eb("marked_at", "is", null), eb("marked_at", "<=", before)]))
    .limit(BATCH_SIZE)
    .execute();
  if (expired.length === 0) return [];
  const locked = await transaction
    .updateTable("responses")
    .set(({ ref }) => ({ form_version: ref("form_version") }))
    .where("id", "in", listIds(expired))
    .where(withoutIndex("status"), "in", ["pending_verification", "spam"])
    .returning("id")
    .execute();
  return listIds(locked);
}

/** The same for fills: one that is continued concurrently is kept. */
async function lockAbandonedFills(transaction: Transaction<Schema>, before: string): Promise<string[]> {
  const abandoned = await transaction
    .selectFrom("fills")
    .select("id")
    .where("updated_at", "<=", before)
    .limit(BATCH_SIZE)
    .execute();
  if (abandoned.length === 0) return [];
  const locked = await transaction
    .updateTable("fills")
    .set(({ ref }) => ({ form_version: ref("form_version") }))
    .where("id", "in", listIds(abandoned))
    .where(withoutIndex("updated_at"), "<=", before)
    .returning("id")
    .execute();
  return listIds(locked);
}

function listIds(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

async function removeStrayFiles(storage: Storage, files: FileStore): Promise<number> {
  let removed = 0;
  // Uses the real time, not the service's clock, because the file system wrote the times.
  const old = new Date(Date.now() - UPLOAD_GRACE_MS);
  for await (const { key, writtenAt } of files.list()) {
    if (writtenAt > old || (await isReferenced(storage, key))) continue;
    await files.remove([key]);
    removed += 1;
  }
  return removed;
}

async function isReferenced(storage: Storage, key: string): Promise<boolean> {
  const row = await storage.db
    .selectFrom("files")
    .select("id")
    .where("storage_key", "=", key)
    .unionAll(storage.db.selectFrom("images").select("id").where("storage_key", "=", key))
    .unionAll(storage.db.selectFrom("exports").select("id").where("storage_key", "=", key))
    .unionAll(storage.db.selectFrom("lesson_parts").select("lesson_id as id").where("storage_key", "=", key))
    .unionAll(storage.db.selectFrom("secrets").select("name as id").where("value", "=", key))
    .executeTakeFirst();
  return row !== undefined;
}
