/** Repeats statements while another process holds the lock of the database. */
import { setTimeout as wait } from "node:timers/promises";
import { StorageError } from "../error.ts";

/** How long to wait for the write lock of another process, such as the token command. */
const BUSY_TIMEOUT_MS = 5_000;
const RETRY_INTERVAL_MS = 5;

const SQLITE_BUSY = 5;
const LOCK_TIMEOUT_MESSAGE =
  "Another process has held the lock of the database for 5 seconds. Nothing was changed; try again.";

/**
 * Repeats a statement while another process holds the write lock. SQLite's own busy handler would block the event
 * loop. A statement that failed on the lock has done nothing, so repeating it is safe.
 */
export async function retryWhileBusy<T>(run: () => T): Promise<T> {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return run();
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY) throw error;
      if (Date.now() > deadline) throw new StorageError(LOCK_TIMEOUT_MESSAGE);
      await wait(RETRY_INTERVAL_MS);
    }
  }
}

/** The result of a statement; undefined while another process holds the lock that it needs. */
export function unlessBusy<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY) throw error;
    return undefined;
  }
}

/** The primary result code (https://sqlite.org/rescode.html) of an error of node:sqlite. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return undefined;
  return error.errcode & 0xff;
}
