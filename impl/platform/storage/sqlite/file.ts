/** Creates and opens the file of the embedded database. */
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StorageError } from "../error.ts";
import { retryWhileBusy, sqliteCode } from "./retry-while-busy.ts";

/**
 * Marks our files (SQLite's `application_id`), so that the database of another program is never migrated by mistake.
 */
export const APPLICATION_ID = 0x54574653;
export const DATABASE_NAME = "service.db";
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/**
 * Opens `service.db` in the data folder and makes both if they are missing, for this user only.
 * Durable: WAL with `synchronous = FULL` survives a killed process and a power cut.
 */
export async function openDatabaseFile(dataDir: string): Promise<DatabaseSync> {
  const file = join(resolve(dataDir), DATABASE_NAME);
  refuseWhileRestoring(file);
  createPrivate(resolve(dataDir), file);
  let database: DatabaseSync | undefined;
  try {
    const opened = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    database = opened;
    await retryWhileBusy(() => claim(opened, file));
    await retryWhileBusy(() => opened.exec("pragma journal_mode = wal"));
    opened.exec("pragma synchronous = full");
    // Deleted answers are overwritten, so that neither the file nor later backups have them.
    opened.exec("pragma secure_delete = on");
    return opened;
  } catch (error) {
    database?.close();
    throw error instanceof StorageError ? error : unusable(file, error);
  }
}

/** Returns the path of the copy of a backup, before it replaces the database. */
export function restoringName(file: string): string {
  return `${file}.restoring`;
}

/** Throws during a restore: writes would be lost when it ends, and after an interrupted one the operator expects the backup. */
function refuseWhileRestoring(file: string): void {
  const copy = restoringName(file);
  if (!existsSync(copy)) return;
  throw new StorageError(
    `A restore of ${file} is running, or was interrupted. Wait for it, or run it again: npm run -s restore -- FILE. ` +
      `To keep the database as it was before the restore, delete ${copy}.`,
  );
}

/** Creates the file before SQLite does, because the WAL files get the permissions of the database file. */
export function createPrivate(folder: string, file: string): void {
  try {
    createFolder(folder);
    closeSync(openSync(file, "a", 0o600));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StorageError(
      `The data folder ${folder} cannot be written: ${reason}. Make it writable, or name another with DATA_DIR.`,
    );
  }
}

/**
 * Creates the folder from the top down, because `mkdirSync` with `recursive` never returns where no folder can be created
 * (such as in /proc).
 */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
}

function claim(database: DatabaseSync, file: string): void {
  // One statement and thus one snapshot, because another process may be initialising the file.
  const { id, tables } = database
    .prepare(
      "select application_id as id, (select count(*) from sqlite_schema) as tables from pragma_application_id",
    )
    .get() as { id: number; tables: number };
  if (id === APPLICATION_ID) return;
  if (id !== 0 || tables !== 0) {
    throw new StorageError(
      `${file} is the database of another program. Name another data folder with DATA_DIR.`,
    );
  }
  database.exec(`pragma application_id = ${APPLICATION_ID}`);
}

function unusable(file: string, error: unknown): StorageError {
  const code = sqliteCode(error);
  if (code === SQLITE_NOTADB || code === SQLITE_CORRUPT) {
    return new StorageError(
      `${file} is not a readable SQLite database. Restore it from a backup, or name another data folder with DATA_DIR.`,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageError(
    `${file} cannot be opened: ${reason}. Check its permissions and the free disk space.`,
  );
}
