import { hash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { compareText } from "../diagnostics/diagnostic.ts";
import { type GeneratedFile, header } from "../emit/file.ts";
import { DiskError } from "./disk-error.ts";
import { removeStale, withStaging } from "./staging.ts";

/** How files on disk differ from what would be generated. */
export interface Drift {
  readonly path: string;
  readonly kind: "changed" | "missing" | "left over";
  /** What is on disk and what should be there. */
  readonly found: string;
  readonly wanted: string;
  /** Left out: nothing should be there. */
  readonly file?: GeneratedFile;
}

/** Compares bytes; says nothing about files that are not generated. */
export function driftOf(folder: string, files: readonly GeneratedFile[]): Drift[] {
  const drifts = files.flatMap((file): Drift[] => {
    const { path } = file;
    const found = readIfThere(join(folder, path));
    if (found === undefined) return [missing(file)];
    const wanted = file.text;
    return found === wanted ? [] : [{ path, kind: "changed", found, wanted, file }];
  });
  return [
    ...drifts,
    ...leftOvers(folder, new Set(files.map(({ path }) => path))).map(
      (path): Drift => ({
        path,
        kind: "left over",
        found: readIfThere(join(folder, path)) ?? "",
        wanted: "",
      }),
    ),
  ];
}

function missing(file: GeneratedFile): Drift {
  return {
    path: file.path,
    kind: "missing",
    found: "",
    get wanted() {
      return file.text;
    },
    file,
  };
}

/** Whether a folder holds exactly these generated files, by the SHA-256 of their bytes. */
export function holds(folder: string, digests: ReadonlyMap<string, string>): boolean {
  const isThere = ([path, digest]: readonly [string, string]): boolean => {
    const found = bytesIfThere(join(folder, path));
    return found !== undefined && hash("sha256", found) === digest;
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
  removeStale(folder);
  const drifts = driftOf(folder, files);
  refuseForeign(folder, files, drifts);
  const wanting = drifts.filter(({ kind }) => kind !== "left over");
  const isCode = ({ path }: Drift) => path.endsWith(".ts");
  // Code shows that a folder is ours, should this run be killed before the rest is in place.
  const changed = [...wanting.filter(isCode), ...wanting.filter((drift) => !isCode(drift))];
  if (changed.length > 0) {
    withStaging(folder, (staging) => {
      const folders = [...new Set(changed.map(({ path }) => dirname(path)))];
      for (const below of folders) mkdirSync(join(staging, below), { recursive: true });
      for (const { path, file } of changed) write(join(staging, path), file!);
      for (const below of folders) mkdirSync(join(folder, below), { recursive: true });
      for (const { path } of changed) renameSync(join(staging, path), join(folder, path));
    });
  }
  for (const { path } of drifts.filter(({ kind }) => kind === "left over"))
    rmSync(join(folder, path), { force: true });
  return drifts;
}

const longEnough = 1_000_000;

function write(path: string, file: GeneratedFile): void {
  const pieces = file.pieces ?? [file.text];
  const descriptor = openSync(path, "w");
  try {
    let waiting = "";
    for (const piece of pieces) {
      waiting += piece;
      if (waiting.length < longEnough) continue;
      writeFileSync(descriptor, waiting);
      waiting = "";
    }
    writeFileSync(descriptor, waiting);
  } finally {
    closeSync(descriptor);
  }
}

/** A folder without any generated file is somebody else's: nothing in it is replaced. */
function refuseForeign(folder: string, files: readonly GeneratedFile[], drifts: readonly Drift[]): void {
  const inTheWay = drifts.find(
    ({ kind, found, wanted }) => kind === "changed" && isGenerated(wanted) && !isGenerated(found),
  );
  const ours = filesBeside(folder, new Set(files.map(({ path }) => path))).some(
    (path) => path.endsWith(".ts") && isGenerated(readIfThere(join(folder, path)) ?? ""),
  );
  const other = ours ? undefined : drifts.find(({ kind }) => kind === "changed");
  const problem = inTheWay ?? other;
  if (problem)
    throw new DiskError(
      `${join(folder, problem.path)} was not generated, so it is not replaced. Choose another folder with --out DIR.`,
    );
}

function leftOvers(folder: string, wanted: ReadonlySet<string>): string[] {
  return filesBeside(folder, wanted).filter(
    (path) =>
      !wanted.has(path) && /\.(ts|json|md)$/.test(path) && isGenerated(readIfThere(join(folder, path)) ?? ""),
  );
}

/** What lies where generated files belong. Deeper down may be the output of other specs, or a whole project. */
function filesBeside(folder: string, wanted: ReadonlySet<string>): string[] {
  const folders = new Set([...wanted].map((path) => dirname(path)));
  const paths = [...folders].flatMap((below) => {
    const place = join(folder, below);
    if (!existsSync(place)) return [];
    return readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map(({ name }) => (below === "." ? name : `${below}/${name}`));
  });
  return paths.sort(compareText);
}

/** Code and Markdown begin with the header, in JSON some text is just that. A file that only quotes it is somebody's own. */
function isGenerated(text: string): boolean {
  const begins = [`// ${header}`, `<!-- ${header} -->`].some((start) => text.startsWith(start));
  return begins || (text.startsWith("{") && text.includes(`": ${JSON.stringify(header)}`));
}

function readIfThere(path: string): string | undefined {
  return bytesIfThere(path)?.toString("utf8");
}

/** Another run may take a file away at any time. */
function bytesIfThere(path: string): Buffer | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new DiskError(`${path} is a folder, where a file is wanted.`);
  try {
    return found && readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}
