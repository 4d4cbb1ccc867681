import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../temporary-project.ts";

/** The folders of the packages that are published, in the order of their dependencies. */
export const published = ["json-schema", "runtime", "conformance", "check", "generator"] as const;

/** Their names, under which npm installs them. */
const names = {
  "json-schema": "@toolwright/json-schema",
  runtime: "@toolwright/runtime",
  conformance: "@toolwright/conformance",
  check: "@toolwright/check",
  generator: "toolwright",
};

export interface Tarball {
  readonly path: string;
  /** Paths inside the package, with `/`. */
  readonly files: readonly string[];
}

/** The tarballs that `npm publish` would send, by the folder of the package. */
export type Tarballs = Readonly<Record<(typeof published)[number], Tarball>>;

/** Builds and packs the packages of this repository. */
export async function pack(): Promise<{ readonly tarballs: Tarballs; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "toolwright-"));
  const npm = (...args: readonly string[]) =>
    promisify(execFile)("npm", args, { cwd: repository, maxBuffer: 10_000_000 });
  await npm("run", "build");
  const { stdout } = await npm(
    ...["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    ...published.map((name) => `./${name}`),
  );
  const reports = Object.values(
    JSON.parse(stdout) as Record<string, { filename: string; files: { path: string }[] }>,
  );
  const packed = reports.map(({ filename, files }) => ({
    path: join(folder, filename),
    files: files.map(({ path }) => path),
  }));
  return {
    tarballs: {
      "json-schema": packed[0]!,
      runtime: packed[1]!,
      conformance: packed[2]!,
      check: packed[3]!,
      generator: packed[4]!,
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Installs the tarballs into `folder` without the network: the packages of others are this repository's. */
export async function unpack(tarballs: Tarballs, folder: string): Promise<void> {
  for (const part of published) {
    const place = join(folder, "node_modules", names[part]);
    await mkdir(place, { recursive: true });
    await promisify(execFile)("tar", ["-xzf", tarballs[part].path, "-C", place, "--strip-components=1"]);
    const { dependencies } = JSON.parse(await readFile(join(place, "package.json"), "utf8")) as {
      dependencies: Readonly<Record<string, string>>;
    };
    for (const name of Object.keys(dependencies).filter((name) => !Object.values(names).includes(name))) {
      const link = join(folder, "node_modules", name);
      await mkdir(dirname(link), { recursive: true });
      if (!existsSync(link)) await symlink(join(repository, "node_modules", name), link, "dir");
    }
  }
}

export async function bytesOf({ path }: Tarball): Promise<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = await readFile(path);
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
