import type { Transaction } from "kysely";
import type { Clock } from "../clock.ts";
import type { FileStore } from "../files/store.ts";
import type { Schema } from "../storage/schema.ts";
import type { Storage } from "../storage/storage.ts";

const HOUR_MS = 3_600_000;
/** Responses that nobody confirmed, and spam. */
const UNVERIFIED_LIFETIME_MS = 7 * 24 * HOUR_MS;
/** Forms that were begun and not sent. */
const FILL_LIFETIME_MS = 24 * HOUR_MS;
/** A file is written before it is known to the database; so an unknown one may still be on its way. */
const UPLOAD_MS = HOUR_MS;

/** What was removed. */
export interface CleanedUp {
  readonly responses: number;
  readonly fills: number;
  /** Files that nothing in the database knew, such as those of a process that was killed. */
  readonly strayFiles: number;
}

/**
 * Removes what is over its time, with its files. The database goes first: a file that the database does not know is not
 * served, and should the process die in between, the next run finds it.
 */
export async function cleanUp(parts: {
  storage: Storage;
  files: FileStore;
  clock: Clock;
}): Promise<CleanedUp> {
  const { storage, files, clock } = parts;
  const { removed, keys } = await storage.db
    .transaction()
    .execute((transaction) => removeOutdated(transaction, clock()));
  await files.remove(keys);
  return { ...removed, strayFiles: await removeStrayFiles(storage, files) };
}

async function removeOutdated(transaction: Transaction<Schema>, now: Date) {
  const before = (lifetime: number) => new Date(now.getTime() - lifetime).toISOString();
  const responses = transaction
    .selectFrom("responses")
    .select("id")
    .where("status", "in", ["pending_verification", "spam"])
    .where("submitted_at", "<=", before(UNVERIFIED_LIFETIME_MS));
  const fills = transaction
    .selectFrom("fills")
    .select("id")
    .where("updated_at", "<=", before(FILL_LIFETIME_MS));
  const files = await transaction
    .deleteFrom("files")
    .where(({ eb, or }) => or([eb("response_id", "in", responses), eb("fill_id", "in", fills)]))
    .returning("storage_key")
    .execute();
  const removedFills = await transaction.deleteFrom("fills").where("id", "in", fills).executeTakeFirst();
  const removed = await transaction.deleteFrom("responses").where("id", "in", responses).executeTakeFirst();
  return {
    removed: { responses: Number(removed.numDeletedRows), fills: Number(removedFills.numDeletedRows) },
    keys: files.map(({ storage_key }) => storage_key),
  };
}

async function removeStrayFiles(storage: Storage, files: FileStore): Promise<number> {
  let removed = 0;
  // By the clock of the file system, which wrote the times; a clock that was moved says nothing about files.
  const old = new Date(Date.now() - UPLOAD_MS);
  for await (const { key, writtenAt } of files.list()) {
    if (writtenAt > old || (await isKnown(storage, key))) continue;
    await files.remove([key]);
    removed += 1;
  }
  return removed;
}

async function isKnown(storage: Storage, key: string): Promise<boolean> {
  const row = await storage.db
    .selectFrom("files")
    .select("id")
    .where("storage_key", "=", key)
    .unionAll(storage.db.selectFrom("exports").select("id").where("storage_key", "=", key))
    .executeTakeFirst();
  return row !== undefined;
}
