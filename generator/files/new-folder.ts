import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DiskError } from "../disk-error.ts";
import { removeAbandoned, stagingName } from "./staging.ts";

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
  const staging = isThere ? join(folder, stagingName()) : `${resolve(folder)}${stagingName()}`;
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      writeFileSync(join(staging, path), text);
    }
    // A folder that is there stays the same one: somebody's shell may be in it, or another disk.
    if (isThere)
      for (const entry of readdirSync(staging)) renameSync(join(staging, entry), join(folder, entry));
    else renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** @throws DiskError unless the folder is not there or empty, as a fresh repository is, or as a killed run left it. */
export function refuseFilled(folder: string): void {
  removeAbandoned(dirname(resolve(folder)), basename(resolve(folder)));
  removeAbandoned(folder);
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new DiskError(`${folder} is a file. Name another folder.`);
  if (readdirSync(folder).some((name) => name !== ".git"))
    throw new DiskError(`${folder} is not empty, and nothing in it is replaced. Name another folder.`);
}
