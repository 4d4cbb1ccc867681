import { createReadStream, createWriteStream, mkdirSync } from "node:fs";
import { mkdir, opendir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { randomBase62 } from "../base62.ts";

/** Where the bytes of uploads are. Only the database knows what they are and whose. */
export interface FileStore {
  /** Stores a stream under a key of its own, on the disk for good. If the stream fails so does this, and nothing is left. */
  put(content: Readable): Promise<string>;
  open(key: string): Readable;
  /** Keys that do not exist are fine. */
  remove(keys: readonly string[]): Promise<void>;
  /** Every key, with the time at which it was last written. */
  list(): AsyncIterable<{ readonly key: string; readonly writtenAt: Date }>;
}

/** Keeps files in `DATA_DIR/files`, for this user only. */
export async function openFileStore(dataDir: string): Promise<FileStore> {
  const root = join(resolve(dataDir), "files");
  await mkdir(root, { recursive: true, mode: 0o700 });
  return {
    async put(content) {
      const key = newKey();
      const path = join(root, key);
      // At once: a stream that fails while nobody listens to it ends the process.
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      try {
        // `flush`: an upload that was acknowledged survives a power cut.
        await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      return key;
    },
    open: (key) => createReadStream(join(root, key)),
    async remove(keys) {
      for (const key of keys) await rm(join(root, key), { force: true });
    },
    list: () => list(root),
  };
}

/** Not guessable, and spread over folders, since some file systems are slow with a million files in one. */
function newKey(): string {
  const name = randomBase62(32);
  return `${name.slice(0, 2).toLowerCase()}/${name}`;
}

async function* list(root: string): ReturnType<FileStore["list"]> {
  for await (const folder of await opendir(root)) {
    if (!folder.isDirectory()) continue;
    for await (const file of await opendir(join(root, folder.name))) {
      const key = `${folder.name}/${file.name}`;
      const found = await stat(join(root, key)).catch(() => undefined);
      if (found) yield { key, writtenAt: found.mtime };
    }
  }
}
