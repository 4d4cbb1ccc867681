/** Records on disk what the last run generated. If neither the spec nor the output has changed, the next run has nothing to do. */
import { hash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { holds } from "../files/output-files.ts";
import { ignoreError } from "../files/staging.ts";
import type { SpecSource } from "../parse/source.ts";
import type { Generation } from "./spec.ts";

export interface Summary {
  readonly diagnostics: readonly Diagnostic[];
  readonly tools: number;
  /** Path and digest of every generated file. */
  readonly files: readonly Digest[];
  /** Path and digest of every file of the spec. */
  readonly sources: readonly Digest[];
}

type Digest = readonly [path: string, digest: string];

/** The summary of the last run, if its sources were the same and `out` still holds exactly its files. */
export function findUnchanged(
  spec: string,
  sources: readonly SpecSource[],
  out: string,
): Summary | undefined {
  const [digest, text] = readEntry(spec);
  if (text === undefined || digest !== digestFor(sources, text)) return undefined;
  const summary = JSON.parse(text) as Summary;
  return holds(out, new Map(summary.files)) ? summary : undefined;
}

/** Returns the files of the spec that changed since the last run without errors: the files being edited. Empty if unknown. */
export function listEdited(spec: string, sources: readonly SpecSource[]): readonly string[] {
  const [, text] = readEntry(spec);
  const last = text === undefined ? undefined : ignoreError(() => JSON.parse(text).sources as unknown);
  if (!Array.isArray(last)) return [];
  const known = new Set(last.map((each) => JSON.stringify(each)));
  return sources.filter((source) => !known.has(JSON.stringify(digestSource(source)))).map(({ path }) => path);
}

/** The digest of an entry, and its text. */
function readEntry(spec: string): readonly [digest?: string, text?: string] {
  const entry = ignoreError(() => readFileSync(entryPath(spec), "utf8"));
  const end = entry?.indexOf("\n") ?? -1;
  return entry === undefined || end === -1 ? [] : [entry.slice(0, end), entry.slice(end + 1)];
}

function digestSource({ path, text }: SpecSource): Digest {
  return [path, hash("sha256", text)];
}

/** Records a run; does nothing if the cache folder cannot be written. */
export function recordRun(
  spec: string,
  sources: readonly SpecSource[],
  { diagnostics, spec: { model, files } }: Required<Generation>,
): void {
  const summary: Summary = {
    diagnostics,
    tools: model.tools.length,
    files: files.map(digestSource),
    sources: sources.map(digestSource),
  };
  const text = JSON.stringify(summary);
  const path = entryPath(spec);
  ignoreError(() => {
    mkdirSync(dirname(path), { recursive: true });
    // Written first and then renamed, so that another run never reads half an entry.
    const staged = `${path}-${randomBytes(4).toString("hex")}`;
    writeFileSync(staged, `${digestFor(sources, text)}\n${text}`);
    renameSync(staged, path);
  });
}

/**
 * The first line of an entry; the rest is `text`. The digest changes with the sources, with the generator and when the text is
 * damaged.
 */
function digestFor(sources: readonly SpecSource[], text: string): string {
  return hash("sha256", JSON.stringify([generatorDigest(), sources, text]));
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

const generator = join(import.meta.dirname, "..");

/**
 * Computes a digest of everything that the generated files depend on besides the spec: the generator's code, its dependencies
 * and the version of Node. The package's version is not enough, since the code of a clone changes without it.
 */
function generatorDigest(): string {
  const code = readdirSync(generator, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:[jt]s|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[\\/]test[\\/]/.test(path.slice(generator.length)))
    .sort()
    .map((path) => readFileSync(path, "utf8"));
  return hash("sha256", JSON.stringify([process.version, ...code, ...listInstalledPackages()]));
}

/** The text of this package's `package.json`, and of npm's list of installed packages if there is one. */
function listInstalledPackages(): string[] {
  const texts: string[] = [];
  for (let folder = generator; dirname(folder) !== folder; folder = dirname(folder)) {
    for (const file of ["package.json", join("node_modules", ".package-lock.json")]) {
      const path = join(folder, file);
      if (existsSync(path)) texts.push(readFileSync(path, "utf8"));
    }
  }
  return texts;
}
