import { hash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { compareText } from "./diagnostic.ts";
import type { SpecSource } from "./document.ts";
import { type GeneratedFile, header } from "./emit/file.ts";

/** What the person who runs a command has to put right on disk. */
export class DiskError extends Error {
  override readonly name = "DiskError";
}

/** The files of a spec folder, sorted by path. */
export function readSpec(folder: string): SpecSource[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new DiskError(
      `There is no spec folder ${folder}. Name it with --spec DIR, or start one with toolwright new or import.`,
    );
  }
  return filesBelow(folder)
    .filter((path) => /\.(ya?ml|json)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

/** How files on disk differ from what would be generated. */
export interface Drift {
  readonly path: string;
  readonly kind: "changed" | "missing" | "left over";
  /** What is on disk and what should be there. */
  readonly found: string;
  readonly wanted: string;
}

/** Compares bytes; says nothing about files that are not generated. */
export function driftOf(folder: string, files: readonly GeneratedFile[]): Drift[] {
  const drifts = files.flatMap(({ path, text }): Drift[] => {
    const found = readIfThere(join(folder, path));
    if (found === text) return [];
    return [{ path, kind: found === undefined ? "missing" : "changed", found: found ?? "", wanted: text }];
  });
  return [
    ...drifts,
    ...leftOvers(folder, new Set(files.map(({ path }) => path))).map(
      (path): Drift => ({
        path,
        kind: "left over",
        found: readFileSync(join(folder, path), "utf8"),
        wanted: "",
      }),
    ),
  ];
}

/** Whether a folder holds exactly these generated files, by the SHA-256 of their bytes. */
export function holds(folder: string, digests: ReadonlyMap<string, string>): boolean {
  const isThere = ([path, digest]: readonly [string, string]): boolean => {
    const file = join(folder, path);
    return existsSync(file) && hash("sha256", readFileSync(file)) === digest;
  };
  return [...digests].every(isThere) && leftOvers(folder, new Set(digests.keys())).length === 0;
}

/**
 * Makes a folder hold these generated files: all are written beside their places first, then each changed one is
 * renamed into place. Generated files that are no longer wanted go; others are never touched.
 *
 * @throws DiskError if a file is in the way that was not generated.
 */
export function writeGenerated(folder: string, files: readonly GeneratedFile[]): Drift[] {
  const drifts = driftOf(folder, files);
  refuseForeign(folder, drifts);
  const changed = drifts.filter(({ kind }) => kind !== "left over");
  if (changed.length > 0) {
    mkdirSync(folder, { recursive: true });
    const staging = join(folder, `.staging-${randomBytes(6).toString("hex")}`);
    try {
      for (const { path, wanted } of changed) {
        mkdirSync(dirname(join(staging, path)), { recursive: true });
        writeFileSync(join(staging, path), wanted);
      }
      for (const { path } of changed) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        renameSync(join(staging, path), join(folder, path));
      }
    } finally {
      rmSync(staging, { recursive: true, force: true });
    }
  }
  for (const { path } of drifts.filter(({ kind }) => kind === "left over")) unlinkSync(join(folder, path));
  return drifts;
}

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
  const staging = `${resolve(folder)}.staging-${randomBytes(6).toString("hex")}`;
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(staging, path)), { recursive: true });
      writeFileSync(join(staging, path), text);
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** @throws DiskError unless the folder is empty or not there. */
export function refuseFilled(folder: string): void {
  if (!existsSync(folder)) return;
  if (!statSync(folder).isDirectory()) throw new DiskError(`${folder} is a file. Name another folder.`);
  if (readdirSync(folder).length > 0)
    throw new DiskError(`${folder} is not empty, and nothing in it is replaced. Name another folder.`);
}

/** Text of the folder's index.ts, if there is one, and the names of all files in it. */
export function readHandlers(folder: string): { index: string | undefined; files: string[] } {
  return {
    index: readIfThere(join(folder, "index.ts")),
    files: existsSync(folder) ? readdirSync(folder) : [],
  };
}

/** Creates handler files, never replacing one, then puts the new index in place. */
export function writeHandlers(
  folder: string,
  created: readonly { name: string; text: string }[],
  index: string | undefined,
): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, text } of created) writeNewFile(join(folder, name), text);
  if (index === undefined) return;
  const staged = join(folder, `.index-${randomBytes(6).toString("hex")}`);
  writeFileSync(staged, index);
  renameSync(staged, join(folder, "index.ts"));
}

/** @throws DiskError if it is there, as on a disk where `find.ts` and `Find.ts` are the same. */
function writeNewFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new DiskError(`${path} is there already, under this name or another spelling of it.`);
  }
}

/** A folder without any generated file is somebody else's: nothing in it is replaced. */
function refuseForeign(folder: string, drifts: readonly Drift[]): void {
  const inTheWay = drifts.find(
    ({ kind, found, wanted }) => kind === "changed" && isGenerated(wanted) && !isGenerated(found),
  );
  const ours =
    existsSync(folder) &&
    filesBelow(folder).some(
      (path) => path.endsWith(".ts") && isGenerated(readFileSync(join(folder, path), "utf8")),
    );
  const other = ours ? undefined : drifts.find(({ kind }) => kind === "changed");
  const problem = inTheWay ?? other;
  if (problem)
    throw new DiskError(
      `${join(folder, problem.path)} was not generated, so it is not replaced. Choose another folder with --out DIR.`,
    );
}

function leftOvers(folder: string, wanted: ReadonlySet<string>): string[] {
  if (!existsSync(folder)) return [];
  return filesBelow(folder).filter(
    (path) =>
      !wanted.has(path) &&
      /\.(ts|json|md)$/.test(path) &&
      isGenerated(readFileSync(join(folder, path), "utf8")),
  );
}

/** Code and Markdown begin with the header, in JSON some text is just that. A file that only quotes it is somebody's own. */
function isGenerated(text: string): boolean {
  const begins = [`// ${header}`, `<!-- ${header} -->`].some((start) => text.startsWith(start));
  return begins || (text.startsWith("{") && text.includes(`": ${JSON.stringify(header)}`));
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Paths relative to `folder`, with `/`, in code-unit order; files and folders that start with a dot are left out. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name).slice(folder.length).split(sep).filter(Boolean).join("/"),
    )
    .filter((path) => !path.split("/").some((part) => part.startsWith(".")))
    .sort(compareText);
}
