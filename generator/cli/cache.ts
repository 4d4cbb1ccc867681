import { hash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Memory } from "../memory.ts";

/** A memory of this process, and of earlier ones where it has a folder. */
export interface Cache extends Memory {
  /** Forgets what has not been asked for since the last time: what is left is what the next run may need. */
  prune(): void;
}

/**
 * An entry on disk that is damaged, was put there by somebody else or belongs to another key is as good as none, and a
 * folder that cannot be written is no reason to fail.
 *
 * @param maker what makes the results: those of another one are never taken.
 * @param folder where entries are kept; left out: only in this process.
 */
export function openCache(maker: string, folder?: string): Cache {
  const entries = new Map<string, string>();
  const used = new Set<string>();
  const nameOf = (key: string): string => {
    const name = hash("sha256", `${maker}\n${key}`);
    used.add(name);
    return name;
  };
  return {
    recall(key) {
      const name = nameOf(key);
      const result = entries.get(name) ?? (folder && readEntry(folder, name));
      if (result !== undefined) entries.set(name, result);
      return result;
    },
    keep(key, result) {
      const name = nameOf(key);
      if (entries.get(name) === result) return;
      entries.set(name, result);
      if (folder) writeEntry(folder, name, result);
    },
    prune() {
      for (const name of entries.keys()) if (!used.has(name)) entries.delete(name);
      if (folder) pruneFolder(folder, used);
      used.clear();
    },
  };
}

/** The folder for the entries of one spec: in the project's `node_modules/.cache`, or where the system keeps caches. */
export function cacheFolder(spec: string): string {
  const path = resolve(spec);
  return join(cacheRoot(path), hash("sha256", path).slice(0, 16));
}

/** `node_modules/.cache/toolwright` of the nearest project, else the folder that the system has for caches. */
function cacheRoot(spec: string): string {
  for (let folder = spec; dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, "node_modules"))) return join(folder, "node_modules", ".cache", "toolwright");
  }
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === "win32" && LOCALAPPDATA) return join(LOCALAPPDATA, "toolwright", "cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "toolwright");
  return join(XDG_CACHE_HOME || join(homedir(), ".cache"), "toolwright");
}

/** An entry is a seal over its name and text, a line break, and the text. */
function sealOf(name: string, text: string): string {
  return hash("sha256", `${name}\n${text}`);
}

function readEntry(folder: string, name: string): string | undefined {
  const entry = quietly(() => readFileSync(join(folder, name), "utf8"));
  const end = entry?.indexOf("\n") ?? -1;
  if (entry === undefined || end === -1) return undefined;
  const text = entry.slice(end + 1);
  return entry.slice(0, end) === sealOf(name, text) ? text : undefined;
}

/** Renamed into place, so that two runs at once never read half an entry. */
function writeEntry(folder: string, name: string, text: string): void {
  quietly(() => {
    mkdirSync(folder, { recursive: true });
    const staged = join(folder, `.${name}-${randomBytes(4).toString("hex")}`);
    writeFileSync(staged, `${sealOf(name, text)}\n${text}`);
    renameSync(staged, join(folder, name));
  });
}

function pruneFolder(folder: string, wanted: ReadonlySet<string>): void {
  quietly(() => {
    for (const name of readdirSync(folder))
      if (!wanted.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  });
}

function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
