/** What the last run generated, kept on disk: the next run has nothing to do if neither the spec nor the output has changed. */
import { hash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { digestOf } from "../emit/file.ts";
import { holds } from "../files/generated.ts";
import type { SpecSource } from "../parse/source.ts";
import type { Generation } from "./generation.ts";
import { maker } from "./maker.ts";

export interface Summary {
  readonly diagnostics: readonly Diagnostic[];
  readonly tools: number;
  /** Path and digest of every generated file. */
  readonly files: readonly (readonly [path: string, digest: string])[];
}

/** What the last run made of the same sources, if `out` still holds exactly that. */
export function unchangedSince(
  spec: string,
  sources: readonly SpecSource[],
  out: string,
): Summary | undefined {
  const entry = quietly(() => readFileSync(entryPath(spec), "utf8"));
  const end = entry?.indexOf("\n") ?? -1;
  if (entry === undefined || end === -1) return undefined;
  const text = entry.slice(end + 1);
  if (entry.slice(0, end) !== digestFor(sources, text)) return undefined;
  const summary = JSON.parse(text) as Summary;
  return holds(out, new Map(summary.files)) ? summary : undefined;
}

/** A folder that cannot be written is no reason to fail. */
export function rememberRun(
  spec: string,
  sources: readonly SpecSource[],
  { diagnostics, spec: { model, files } }: Required<Generation>,
): void {
  const summary: Summary = {
    diagnostics,
    tools: model.tools.length,
    files: files.map((file) => [file.path, digestOf(file)] as const),
  };
  const text = JSON.stringify(summary);
  const path = entryPath(spec);
  quietly(() => {
    mkdirSync(dirname(path), { recursive: true });
    // Renamed into place, so that another run never reads half an entry.
    const staged = `${path}-${randomBytes(4).toString("hex")}`;
    writeFileSync(staged, `${digestFor(sources, text)}\n${text}`);
    renameSync(staged, path);
  });
}

/**
 * The first line of an entry, the rest of which is `text`. It differs for other sources, for another generator and for a text
 * that is damaged.
 */
function digestFor(sources: readonly SpecSource[], text: string): string {
  return hash("sha256", JSON.stringify([maker(), sources, text]));
}

/** One file for each spec: in the project's `node_modules/.cache`, or where the system keeps caches. */
function entryPath(spec: string): string {
  const path = resolve(spec);
  return join(cacheFolder(path), hash("sha256", path).slice(0, 16));
}

function cacheFolder(spec: string): string {
  for (let folder = spec; dirname(folder) !== folder; folder = dirname(folder)) {
    if (existsSync(join(folder, "node_modules"))) return join(folder, "node_modules", ".cache", "toolwright");
  }
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === "win32" && LOCALAPPDATA) return join(LOCALAPPDATA, "toolwright", "cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "toolwright");
  return join(XDG_CACHE_HOME || join(homedir(), ".cache"), "toolwright");
}

function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
