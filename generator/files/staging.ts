/** Writes files to staging folders and then renames them into place, so a failed run changes nothing. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const prefix = ".toolwright-staging-";
const shape = String.raw`\.toolwright-staging-[0-9A-Za-z]{6}`;
const staged = new RegExp(`^${shape}$`);
const belowStaged = new RegExp(String.raw`[\\/]?${shape}(?:[\\/].*)?$`);

/** A run takes far less. */
const staleAfterMs = 10 * 60 * 1_000;

/** Makes a new folder inside `folder` for `act` to write in and rename from, and removes it afterwards. */
export function withStaging(folder: string, act: (staging: string) => void): void {
  mkdirSync(folder, { recursive: true });
  const staging = mkdtempSync(join(folder, prefix));
  try {
    act(staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

export function isStaging(name: string): boolean {
  return staged.test(name);
}

/** The path of the folder for which something was staged: cuts the staging folder and everything below it. */
export function withoutStaging(path: string): string {
  return path.replace(belowStaged, "");
}

/** Removes the staging folders that killed runs left in a folder. Recent ones stay, since a run may still write there. */
export function removeStale(folder: string): void {
  for (const name of ignoreError(() => readdirSync(folder))?.filter(isStaging) ?? []) {
    const path = join(folder, name);
    const stats = ignoreError(() => statSync(path));
    if (stats && Date.now() - stats.mtimeMs > staleAfterMs)
      ignoreError(() => rmSync(path, { recursive: true, force: true }));
  }
}

export function ignoreError<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

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
