/** Lets one server at a time run on a data folder. */
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StorageError } from "../error.ts";
import { createPrivate } from "./file.ts";
import { sqliteCode } from "./retry-while-busy.ts";

const SQLITE_BUSY = 5;

/**
 * Locks the data folder until the process ends. The operating system releases the lock even after a crash, so no lock is left
 * behind. It is SQLite's own lock, on a database without content, because Node.js has no file locks.
 * @returns a function that releases the lock
 * @throws StorageError when another server has it
 */
export function lockDataFolder(dataDir: string): () => void {
  const folder = resolve(dataDir);
  const file = join(folder, "server.lock");
  createPrivate(folder, file);
  const database = new DatabaseSync(file);
  try {
    database.exec("begin exclusive");
    return () => database.close();
  } catch (error) {
    database.close();
    if (sqliteCode(error) !== SQLITE_BUSY) throw error;
    throw new StorageError(
      `Another server runs on the data folder ${folder}. Stop it, or name another folder with DATA_DIR. ` +
        "Several servers can share a PostgreSQL database: see DATABASE_URL.",
    );
  }
}
