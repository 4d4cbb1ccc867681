/** Writes ZIP archives as a stream. */
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import { type Measured, measure } from "./measure.ts";

export interface EntryOptions {
  readonly modifiedAt: Date;
  /** Whether to compress; false for uploaded files, most of which are compressed already. */
  readonly compress: boolean;
}

/** A ZIP as a stream; entries are added one after the other. */
export interface Archive {
  readonly content: Readable;
  /** Resolves when the whole entry has been written. */
  add(path: string, content: Readable, options: EntryOptions): Promise<Measured>;
  /** Ends the archive. */
  end(): void;
}

export function openArchive(): Archive {
  const zip = new ZipFile();
  const content = zip.outputStream as Readable;
  const broken = new AbortController();
  zip.on("error", (error: Error) => content.destroy(error));
  // The reader has closed the stream, so the rest of the entry would never be read.
  content.on("close", () => broken.abort());
  return {
    content,
    async add(path, entry, { modifiedAt, compress }) {
      const { through, measured } = measure(entry);
      zip.addReadStream(through, path, { mtime: modifiedAt, mode: 0o100644, compress });
      try {
        await finished(through, { signal: broken.signal });
      } finally {
        through.destroy();
      }
      return measured();
    },
    end: () => zip.end(),
  };
}
