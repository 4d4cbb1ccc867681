/** Overwrites the remains of deleted rows in the files of the embedded database. */
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { Unavailable } from "@toolwright/runtime";
import { retryWhileBusy, sqliteCode } from "./retry-while-busy.ts";

const SQLITE_BUSY = 5;
const ATTEMPTS = 100;
const RETRY_INTERVAL_MS = 100;

/**
 * Rewrites the file and truncates the write-ahead log. `secure_delete` overwrites deleted cells, but rebuilt pages can keep
 * copies in their unused parts. The log has older pages until it is truncated, which fails while another process reads.
 */
export async function purgeDeleted(database: DatabaseSync): Promise<string | undefined> {
  try {
    await retryWhileBusy(() => database.exec("vacuum"));
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    const why =
      sqliteCode(error.cause) === SQLITE_BUSY ? "another process keeps its lock" : "its disk is full";
    return `what the deleted rows left in the file of the database (service.db), because ${why}. It is rewritten, which takes as much free space as it has itself`;
  }
  const checkpoint = database.prepare("pragma wal_checkpoint(truncate)");
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (checkpoint.get()?.busy === 0) return undefined;
    await wait(RETRY_INTERVAL_MS);
  }
  return "the write-ahead log of the database (service.db-wal), because another process kept reading it. Stop the server and run this again";
}
