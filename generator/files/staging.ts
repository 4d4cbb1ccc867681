/** Folders in which files are written before they are renamed into their places, so that a failed run changes nothing. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

const prefix = ".toolwright-staging-";
const shape = String.raw`\.toolwright-staging-[0-9A-Za-z]{6}`;
const staged = new RegExp(`^${shape}$`);
const belowStaged = new RegExp(String.raw`[\\/]?${shape}(?:[\\/].*)?$`);

/** Far more than a run takes. */
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

/** A path without the staging folder in it and what lies below that: the place that is meant. */
export function withoutStaging(path: string): string {
  return path.replace(belowStaged, "");
}

/** Removes what killed runs have left in a folder, and nothing that a run still writes. What cannot be removed stays. */
export function removeStale(folder: string): void {
  for (const name of quietly(() => readdirSync(folder))?.filter(isStaging) ?? []) {
    const path = join(folder, name);
    const found = quietly(() => statSync(path));
    if (found && Date.now() - found.mtimeMs > staleAfterMs)
      quietly(() => rmSync(path, { recursive: true, force: true }));
  }
}

function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
