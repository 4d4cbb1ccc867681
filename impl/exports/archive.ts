/** Writes ZIP archives as a stream. */
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { type Measured, measure } from "./measure.ts";

export interface EntryOptions {
  readonly modifiedAt: Date;
  /** Files that people upload are compressed already, most of them. */
  readonly compress: boolean;
}

/** A ZIP that is written while it is read, one entry after the other. */
export interface Archive {
  readonly content: Readable;
  /** Resolves when all of the entry has gone into the archive. */
  add(path: string, content: Readable, options: EntryOptions): Promise<Measured>;
  /** No more entries. */
  end(): void;
}

export function openArchive(): Archive {
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  const broken = new AbortController();
  zip.on("error", (error: Error) => content.destroy(error));
  // Whoever reads has given up: nobody takes the rest of an entry any more.
  content.on("close", () => broken.abort());
  return {
    content,
    async add(path, entry, { modifiedAt, compress }) {
      const { through, measured } = measure(entry);
      zip.addReadStream(through, path, { mtime: modifiedAt, mode: 0o100644, compress });
      await finished(through, { signal: broken.signal });
      return measured();
    },
    end: () => zip.end(),
  };
}
