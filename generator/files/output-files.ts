/** Writes the generated files to their folder, and compares them with what is there. */
import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { compareText } from "@toolwright/check/report";
import { clientHeader, type GeneratedFile, header } from "../emit/file.ts";
import { DiskError } from "./disk-error.ts";
import { removeStale, withStaging } from "./staging.ts";

/** A difference between a file on disk and the generated file. */
export interface Drift {
  readonly path: string;
  readonly kind: "changed" | "missing" | "left over";
  /** The text on disk, and the text that should be there. */
  readonly actual: string;
  readonly expected: string;
}

/** Compares the files on disk with the generated ones. Files that were not generated are ignored. */
export function findDrift(folder: string, files: readonly GeneratedFile[]): Drift[] {
  const drifts = files.flatMap(({ path, text: expected }): Drift[] => {
    const actual = readIfThere(join(folder, path));
    if (actual === undefined) return [{ path, kind: "missing", actual: "", expected }];
    return actual === expected ? [] : [{ path, kind: "changed", actual, expected }];
  });
  const leftOver = leftOvers(folder, new Set(files.map(({ path }) => path)));
  const others = leftOver.map(
    (path): Drift => ({ path, kind: "left over", actual: textAt(folder, path), expected: "" }),
  );
  return [...drifts, ...others];
}

/** Whether a folder holds exactly these generated files, by the SHA-256 of their bytes. */
export function holds(folder: string, digests: ReadonlyMap<string, string>): boolean {
  const isUnchanged = ([path, digest]: readonly [string, string]): boolean => {
    const actual = bytesIfThere(join(folder, path));
    return actual !== undefined && hash("sha256", actual) === digest;
  };
  return [...digests].every(isUnchanged) && leftOvers(folder, new Set(digests.keys())).length === 0;
}

/**
 * Makes a folder hold these generated files. All changed files are first written to a staging folder, then each is renamed into
 * place. Generated files that are no longer expected are removed; other files are never touched.
 *
 * @throws DiskError if a file is in the way that was not generated.
 */
export function writeGenerated(folder: string, files: readonly GeneratedFile[]): Drift[] {
  removeStale(folder);
  const drifts = findDrift(folder, files);
  refuseForeign(folder, files, drifts);
  const toWrite = drifts.filter(({ kind }) => kind !== "left over");
  const isCode = ({ path }: Drift) => path.endsWith(".ts");
  // Code is moved first: it has the header that marks the folder as generated, even if this run is killed before the rest is moved.
  const changed = [...toWrite.filter(isCode), ...toWrite.filter((drift) => !isCode(drift))];
  if (changed.length > 0) {
    withStaging(folder, (staging) => {
      const folders = [...new Set(changed.map(({ path }) => dirname(path)))];
      for (const below of folders) mkdirSync(join(staging, below), { recursive: true });
      for (const { path, expected } of changed) writeFileSync(join(staging, path), expected);
      for (const below of folders) mkdirSync(join(folder, below), { recursive: true });
      for (const { path } of changed) renameSync(join(staging, path), join(folder, path));
    });
  }
  for (const { path } of drifts.filter(({ kind }) => kind === "left over"))
    rmSync(join(folder, path), { force: true });
  return drifts;
}

/** Refuses to replace files in a folder that holds no generated file: it belongs to something else. */
function refuseForeign(folder: string, files: readonly GeneratedFile[], drifts: readonly Drift[]): void {
  const changed = drifts.filter(({ kind }) => kind === "changed");
  const inTheWay = changed.find(({ actual, expected }) => isGenerated(expected) && !isGenerated(actual));
  const ours = filesBeside(folder, new Set(files.map(({ path }) => path))).some(
    (path) => path.endsWith(".ts") && isGenerated(textAt(folder, path)),
  );
  const other = ours ? undefined : changed[0];
  const problem = inTheWay ?? other;
  if (problem)
    throw new DiskError(
      `${join(folder, problem.path)} was not generated, so it is not replaced. Choose another folder with --out DIR.`,
    );
}

function leftOvers(folder: string, expected: ReadonlySet<string>): string[] {
  const others = filesBeside(folder, expected).filter((path) => !expected.has(path));
  return others.filter((path) => /\.(ts|json|md)$/.test(path) && isGenerated(textAt(folder, path)));
}

/** The files in the folders of generated files. Folders below them may hold the output of other specs, or a whole project. */
function filesBeside(folder: string, expected: ReadonlySet<string>): string[] {
  const folders = new Set([...expected].map((path) => dirname(path)));
  const paths = [...folders].flatMap((below) => {
    const place = join(folder, below);
    if (!existsSync(place)) return [];
    return readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map(({ name }) => (below === "." ? name : `${below}/${name}`));
  });
  return paths.sort(compareText);
}

/** Code and Markdown start with the header; in JSON one value is the header. A file that only quotes the header was not generated. */
function isGenerated(text: string): boolean {
  const begins = [`// ${header}`, `// ${clientHeader}`, `<!-- ${header} -->`].some((start) =>
    text.startsWith(start),
  );
  return begins || (text.startsWith("{") && text.includes(`": ${JSON.stringify(header)}`));
}

function textAt(folder: string, path: string): string {
  return readIfThere(join(folder, path)) ?? "";
}

function readIfThere(path: string): string | undefined {
  return bytesIfThere(path)?.toString("utf8");
}

/** Another run may take a file away at any time. */
function bytesIfThere(path: string): Buffer | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) throw new DiskError(`${path} is a folder, but must be a file.`);
  try {
    return stats && readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
