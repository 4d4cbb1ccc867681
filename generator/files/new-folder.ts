/** Writes files into a new or empty folder. */
import { existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DiskError } from "./disk-error.ts";
import { isStaging, removeStale, withStaging } from "./staging.ts";

/**
 * Writes all of these files, or none, into a folder that does not exist or is empty.
 *
 * @throws DiskError if the folder is not empty
 */
export function writeNewFolder(
  folder: string,
  files: readonly { path: string; text: string | Buffer }[],
): void {
  refuseNonEmpty(folder);
  const exists = existsSync(folder);
  withStaging(exists ? folder : dirname(resolve(folder)), (staging) => {
    // Only the owner can read the staging folder itself, so the target is a new folder inside it.
    const target = join(staging, "new");
    mkdirSync(target);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(target, path)), { recursive: true });
      writeFileSync(join(target, path), text);
    }
    // An existing folder is kept: it may be a shell's current folder, or a mount point.
    if (exists) for (const entry of readdirSync(target)) renameSync(join(target, entry), join(folder, entry));
    else renameSync(target, folder);
  });
}

/**
 * Rejects a folder that has contents other than `.git` and the remains of a killed run.
 *
 * @throws DiskError
 */
export function refuseNonEmpty(folder: string): void {
  removeStale(dirname(resolve(folder)));
  removeStale(folder);
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new DiskError(`${folder} is a file. Name another folder.`);
  if (readdirSync(folder).some((name) => name !== ".git" && !isStaging(name)))
    throw new DiskError(`${folder} is not empty, and no file in it is replaced. Name another folder.`);
}
