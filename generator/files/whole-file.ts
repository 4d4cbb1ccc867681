/** Writes one file: all of it, or nothing. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { removeStale, withStaging } from "./staging.ts";

/** Writes a file beside its place and renames it. Folders above it are made; a file that is there is replaced. */
export function writeWholeFile(path: string, text: string): void {
  const folder = dirname(resolve(path));
  mkdirSync(folder, { recursive: true });
  removeStale(folder);
  withStaging(folder, (staging) => {
    const staged = join(staging, "file");
    writeFileSync(staged, text);
    renameSync(staged, path);
  });
}
