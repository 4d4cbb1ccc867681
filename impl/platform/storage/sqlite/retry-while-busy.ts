/** Repeats statements while another process holds the lock of the database, and reports errors that a later call may not meet. */
import { setTimeout as wait } from "node:timers/promises";
import { Unavailable } from "@toolwright/runtime";

/** How long to wait for the write lock of another process, such as the token command. */
const BUSY_TIMEOUT_MS = 5_000;
const RETRY_INTERVAL_MS = 5;

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;
/** The code that SQLite reports when a quota or another limit of the system is exceeded. */
const SQLITE_IOERR_WRITE = 778;
const LOCK_TIMEOUT_MESSAGE =
  "Another process has held the lock of the database for 5 seconds. Nothing was changed; try again.";
const DISK_FULL_MESSAGE =
  "The disk of the database is full, or its quota is used up. Nothing was changed; free some space and try again.";

/**
 * Repeats a statement while another process holds the write lock. SQLite's own busy handler would block the event
 * loop. A statement that failed on the lock has done nothing, so repeating it is safe.
 * @throws Unavailable when the lock is not released, or the disk is full
 */
export async function retryWhileBusy<T>(run: () => T): Promise<T> {
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return run();
    } catch (error) {
      const code = sqliteCode(error);
      if (code === SQLITE_FULL || (error as { errcode?: number }).errcode === SQLITE_IOERR_WRITE)
        throw new Unavailable(DISK_FULL_MESSAGE, { cause: error });
      if (code !== SQLITE_BUSY) throw error;
      if (Date.now() > deadline) throw new Unavailable(LOCK_TIMEOUT_MESSAGE, { cause: error });
      await wait(RETRY_INTERVAL_MS);
    }
  }
}

/** Returns the result of a statement; undefined while another process holds the lock that it needs. */
export function unlessBusy<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY) throw error;
    return undefined;
  }
}

/** Returns the primary result code (https://sqlite.org/rescode.html) of an error of node:sqlite. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error && "errcode" in error && typeof error.errcode === "number")) return undefined;
  return error.errcode & 0xff;
}
