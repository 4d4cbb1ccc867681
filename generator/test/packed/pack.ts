import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../workshop.ts";

/** What `npm publish` would send. */
export interface Packed {
  readonly tarball: string;
  /** Paths inside the package, with `/`. */
  readonly files: readonly string[];
  remove(): Promise<void>;
}

/** Builds and packs this repository. */
export async function pack(): Promise<Packed> {
  const folder = await mkdtemp(join(tmpdir(), "toolwright-"));
  const { stdout } = await promisify(execFile)("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: repository,
    maxBuffer: 10_000_000,
  });
  // What the scripts of the package print comes first.
  const [report] = JSON.parse(stdout.slice(stdout.indexOf("\n[\n") + 1)) as {
    filename: string;
    files: { path: string }[];
  }[];
  return {
    tarball: join(folder, report!.filename),
    files: report!.files.map(({ path }) => path),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export async function bytesOf({ tarball }: Packed): Promise<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = await readFile(tarball);
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
