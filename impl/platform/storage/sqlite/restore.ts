/** Replaces the embedded database with a backup. */
import { existsSync, linkSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StorageError } from "../error.ts";
import { refuseUnreadable } from "../migrate.ts";
import { copyDatabase, flush } from "./backup.ts";
import { APPLICATION_ID, DATABASE_NAME, restoringName } from "./file.ts";
import { reapply } from "./reapply.ts";
import type { Reapplied } from "./reapply-rule.ts";
import { sqliteCode } from "./retry-while-busy.ts";

const SQLITE_BUSY = 5;

export interface Restored {
  /** The path of the replaced database; undefined: there was none. */
  readonly replaced: string | undefined;
  /** Changes applied again from the replaced database; undefined: they were not wanted, or it is not readable. */
  readonly reapplied: Reapplied | undefined;
}

/**
 * Restores a backup into a data folder while no server uses it. The backup is copied beside the database, checked and
 * completed there, and then replaces the database in one step. Until then the database does not change, and a server that
 * starts finds the copy and refuses to run. The old database is kept under another name.
 * @param exactly leaves revoked tokens and erased responses as they are in the backup
 * @throws StorageError when the file is not a backup that this version can read or is damaged, when the database is in use, or when the
 *   copy cannot be written
 */
export async function restoreDatabase(
  file: string,
  dataDir: string,
  { exactly = false }: { readonly exactly?: boolean } = {},
): Promise<Restored> {
  if (!existsSync(file)) throw new StorageError(`There is no file ${resolve(file)}.`);
  const target = join(resolve(dataDir), DATABASE_NAME);
  const copy = restoringName(target);
  const source = openBackup(file);
  try {
    await copyDatabase(source, copy);
    const previous = existsSync(target) ? release(target) : undefined;
    const reapplied = previous === "readable" && !exactly ? reapply(copy, target) : undefined;
    await flush(copy);
    const replaced = previous === undefined ? undefined : keep(target);
    renameSync(copy, target);
    await flush(dirname(target));
    return { replaced, reapplied };
  } catch (error) {
    rmSync(copy, { force: true });
    throw error instanceof StorageError ? error : restoreError(target, error);
  } finally {
    source.close();
  }
}

function openBackup(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const { id } = database.prepare("select application_id as id from pragma_application_id").get() as {
      id: number;
    };
    const check = database.prepare("pragma integrity_check").get()?.integrity_check;
    if (id !== APPLICATION_ID || check !== "ok")
      throw new StorageError(
        `${resolve(file)} is ${id === APPLICATION_ID ? "damaged" : "no backup of this service"}.`,
      );
    refuseUnreadable(appliedMigrations(database));
    return database;
  } catch (error) {
    database.close();
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${resolve(file)} is no backup of this service.`);
  }
}

/** Returns the names of its migrations; none for a database that no process has migrated yet. */
function appliedMigrations(database: DatabaseSync): string[] {
  const isMigrated = database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get();
  if (isMigrated === undefined) return [];
  return database
    .prepare("select name from kysely_migration order by name")
    .all()
    .map(({ name }) => String(name));
}

/**
 * Moves everything from the write-ahead log into the file. Leaving WAL mode succeeds only for the last connection, so this
 * also shows that no other process uses the database. A damaged database is replaced nevertheless.
 */
function release(target: string): "readable" | "damaged" {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(target);
    database.exec("pragma journal_mode = delete");
    return database.prepare("pragma quick_check").get()?.quick_check === "ok" ? "readable" : "damaged";
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_BUSY) return "damaged";
    throw new StorageError(`${target} is in use. Stop the server that runs on it, then restore.`);
  } finally {
    database?.close();
  }
}

/** Gives the old database a second name, so that there is a database under the first one at every moment. */
function keep(target: string): string {
  const replaced = `${target}.${new Date().toISOString().replaceAll(":", "")}.replaced`;
  linkSync(target, replaced);
  // A damaged database may still have these files. Under their old names SQLite would apply them to the restored database.
  for (const suffix of ["-wal", "-shm"]) {
    if (existsSync(target + suffix)) renameSync(target + suffix, replaced + suffix);
  }
  return replaced;
}

function restoreError(target: string, error: unknown): StorageError {
  const reason = error instanceof Error ? error.message : String(error);
  const state = existsSync(target) ? `${target} is as it was.` : "There is no database yet.";
  return new StorageError(`The backup could not be restored: ${reason}. ${state} Check the free disk space.`);
}
