/** Stores uploads and exports: the interface of a store, and the store on the disk. */
import { createWriteStream, mkdirSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Unavailable } from "@toolwright/runtime";
import { Disk, errors } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import { randomBase62 } from "../ids.ts";

/** The bytes of uploads and exports. The database knows what they are and to whom they belong. */
export interface FileStore {
  /**
   * Stores a stream under a new key and flushes it to the disk. If the stream fails, this rejects and leaves no file.
   */
  put(content: Readable): Promise<string>;
  /** A file that is lost fails when it is read. */
  open(key: string): Promise<Readable>;
  /** Keys that do not exist are fine. */
  remove(keys: readonly string[]): Promise<void>;
  /** Every key, with the time at which it was last written. */
  list(): AsyncIterable<{ readonly key: string; readonly writtenAt: Date }>;
}

/** Keeps files in `DATA_DIR/files`, for this user only. */
export async function openFileStore(dataDir: string): Promise<FileStore> {
  const root = join(resolve(dataDir), "files");
  await mkdir(root, { recursive: true, mode: 0o700 });
  const disk = new Disk(new FlushingDriver(root));
  return {
    async put(content) {
      const key = newKey();
      try {
        await disk.putStream(key, content);
      } catch (error) {
        // Callers need the error of the disk or the stream itself, not flydrive's.
        throw explainError(error instanceof errors.E_CANNOT_WRITE_FILE ? error.cause : error);
      }
      return key;
    },
    async open(key) {
      const content = await disk.getStream(key);
      // Readers get the error from the stream. Without a listener, the error of an unread stream would end the
      // process.
      return content.on("error", () => undefined);
    },
    async remove(keys) {
      for (const key of keys) await disk.delete(key);
    },
    list: () => list(disk),
  };
}

/** A disk without room, or a quota that is used up: a later call may find some. */
const FULL = new Set(["ENOSPC", "EDQUOT"]);

function explainError(error: unknown): unknown {
  const isFull = error instanceof Error && "code" in error && FULL.has(String(error.code));
  return isFull ? new Unavailable("The disk of the files is full.", { cause: error }) : error;
}

/**
 * flydrive's own driver does not flush, leaves partial files after an error, and retries with a stream that has been
 * read. This one flushes, so that an acknowledged upload survives a power cut, and removes partial files.
 */
class FlushingDriver extends FSDriver {
  readonly #root: string;

  constructor(root: string) {
    super({ location: root, visibility: "private" });
    this.#root = root;
  }

  override async putStream(key: string, content: Readable): Promise<void> {
    const path = join(this.#root, key);
    // The listener is added at once: an error without a listener would end the process.
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }
}

/** Folder by folder, because all names at once could take too much memory. */
async function* list(disk: Disk): ReturnType<FileStore["list"]> {
  for (const folder of (await disk.listAll()).objects) {
    if (!folder.isDirectory) continue;
    for (const file of (await disk.listAll(folder.prefix)).objects) {
      if (!file.isFile) continue;
      // The file was removed after the folder was read.
      const found = await file.getMetaData().catch(() => undefined);
      if (found) yield { key: file.key, writtenAt: found.lastModified };
    }
  }
}

/** A new key: not guessable, and spread over folders, since some file systems are slow with a million files in one. */
export function newKey(): string {
  const name = randomBase62(32);
  return `${name.slice(0, 2).toLowerCase()}/${name}`;
}
