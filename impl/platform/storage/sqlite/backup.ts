/** Copies the embedded database into a file while it is in use. */
import { existsSync, renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { StorageError } from "../error.ts";
import { createPrivate, DATABASE_NAME } from "./file.ts";

/**
 * Copies the database of a data folder into a file while other processes use it. The copy is a consistent snapshot
 * (https://sqlite.org/backup.html). The file appears only when it is complete.
 * @throws StorageError when there is no database, the file exists, or it cannot be written
 */
export async function backUpDatabase(dataDir: string, file: string): Promise<void> {
  const source = join(resolve(dataDir), DATABASE_NAME);
  if (!existsSync(source)) {
    throw new StorageError(`There is no database in ${resolve(dataDir)}. Name its folder with DATA_DIR.`);
  }
  if (existsSync(file)) throw new StorageError(`${resolve(file)} is there already. Name a new file.`);
  const database = new DatabaseSync(source, { readOnly: true });
  const partial = `${file}.partial`;
  try {
    await copyDatabase(database, partial);
    renameSync(partial, file);
    await flush(dirname(resolve(file)));
  } catch (error) {
    rmSync(partial, { force: true });
    throw new StorageError(
      `The backup could not be written to ${resolve(file)}: ${error instanceof Error ? error.message : error}. Check the folder and its free space.`,
    );
  } finally {
    database.close();
  }
}

/** Overwrites the file with a copy of the database, for this user only, and flushes it to the disk. */
export async function copyDatabase(database: DatabaseSync, file: string): Promise<void> {
  rmSync(file, { force: true });
  createPrivate(dirname(resolve(file)), file);
  await backup(database, file);
  await flush(file);
}

/** Flushes a file, or the names in a folder, so they survive a power cut. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().finally(() => handle.close());
}
