import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DiskError } from "./disk-error.ts";
import { isStaging, removeStale, withStaging } from "./staging.ts";

/**
 * Makes a folder that does not exist yet, or is empty, with these files in it: all of them or none.
 *
 * @throws DiskError if something is there.
 */
export function writeNewFolder(
  folder: string,
  files: readonly { path: string; text: string | Buffer }[],
): void {
  refuseFilled(folder);
  const isThere = existsSync(folder);
  withStaging(isThere ? folder : dirname(resolve(folder)), (staging) => {
    // The staging folder itself is only its owner's to read.
    const made = join(staging, "new");
    mkdirSync(made);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(made, path)), { recursive: true });
      writeFileSync(join(made, path), text);
    }
    // A folder that is there stays the same one: somebody's shell may be in it, or another disk.
    if (isThere) for (const entry of readdirSync(made)) renameSync(join(made, entry), join(folder, entry));
    else renameSync(made, folder);
  });
}

/** @throws DiskError unless the folder is not there or empty, as a fresh repository is, or as a killed run left it. */
export function refuseFilled(folder: string): void {
  removeStale(dirname(resolve(folder)));
  removeStale(folder);
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new DiskError(`${folder} is a file. Name another folder.`);
  if (readdirSync(folder).some((name) => name !== ".git" && !isStaging(name)))
    throw new DiskError(`${folder} is not empty, and nothing in it is replaced. Name another folder.`);
}
