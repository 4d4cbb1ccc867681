/** Backs the embedded database up and restores it. */
import { existsSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { StorageError } from "../error.ts";
import { APPLICATION_ID, createPrivate, DATABASE_NAME } from "./file.ts";

/**
 * Copies the database of a data folder into a file while other processes use it. The copy is a consistent snapshot
 * (https://sqlite.org/backup.html). The file appears only when it is complete.
 * @throws StorageError when there is no database, or the file exists
 */
export async function backUpDatabase(dataDir: string, file: string): Promise<void> {
  const source = join(resolve(dataDir), DATABASE_NAME);
  if (!existsSync(source)) {
    throw new StorageError(`There is no database in ${resolve(dataDir)}. Name its folder with DATA_DIR.`);
  }
  if (existsSync(file)) throw new StorageError(`${resolve(file)} is there already. Name a new file.`);
  const database = new DatabaseSync(source, { readOnly: true });
  try {
    await copyTo(database, file);
  } finally {
    database.close();
  }
}

/**
 * Restores a backup into a data folder while no server uses it. An existing database is kept under another name.
 * @returns the path of the old database; undefined: there was none
 * @throws StorageError when the file is not a backup of this service or is damaged, or the database is in use
 */
export async function restoreDatabase(file: string, dataDir: string): Promise<string | undefined> {
  if (!existsSync(file)) throw new StorageError(`There is no file ${resolve(file)}.`);
  const target = join(resolve(dataDir), DATABASE_NAME);
  const source = openBackup(file);
  try {
    const replaced = existsSync(target) ? setAside(target) : undefined;
    await copyTo(source, target);
    return replaced;
  } finally {
    source.close();
  }
}

async function copyTo(database: DatabaseSync, file: string): Promise<void> {
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  createPrivate(dirname(resolve(file)), partial);
  try {
    await backup(database, partial);
    await flush(partial);
    renameSync(partial, file);
    await flush(dirname(resolve(file)));
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}

function openBackup(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const { id } = database.prepare("select application_id as id from pragma_application_id").get() as {
      id: number;
    };
    const check = database.prepare("pragma integrity_check").get()?.integrity_check;
    if (id === APPLICATION_ID && check === "ok") return database;
    throw new StorageError(
      `${resolve(file)} is ${id === APPLICATION_ID ? "damaged" : "no backup of this service"}.`,
    );
  } catch (error) {
    database.close();
    if (error instanceof StorageError) throw error;
    throw new StorageError(`${resolve(file)} is no backup of this service.`);
  }
}

/** Leaving WAL mode succeeds only for the last connection, so this shows that no other process uses the database. */
function setAside(target: string): string {
  const database = new DatabaseSync(target);
  try {
    database.exec("pragma journal_mode = delete");
  } catch {
    throw new StorageError(`${target} is in use. Stop the server that runs on it, then restore.`);
  } finally {
    database.close();
  }
  const replaced = `${target}.${new Date().toISOString().replaceAll(":", "")}.replaced`;
  renameSync(target, replaced);
  return replaced;
}
