/** Decides where a new project gets Toolwright's packages from, and packs them where npm's registry does not have them. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Io } from "./command.ts";
import { isClone, packageFolder, version } from "./package.ts";

/** The packages of Toolwright, in the order in which they are packed. */
const names = [
  "@toolwright/json-schema",
  "@toolwright/runtime",
  "@toolwright/conformance",
  "@toolwright/check",
  "toolwright",
] as const;

export interface ProjectPackages {
  /**
   * The source of each package: a version, or the path of a tarball. The template names the versions of packages that it uses
   * itself.
   */
  readonly specifiers: Readonly<Record<(typeof names)[number], string>>;
  /** Tarballs in the project, with paths relative to it. */
  readonly tarballs: readonly { readonly path: string; readonly text: Buffer }[];
}

/** The packages could not be built or packed; the message says why. */
export class PackingError extends Error {
  override readonly name = "PackingError";
}

/**
 * Returns the packages that a new project depends on: from the registry if this command was installed from there, else tarballs
 * of the running packages.
 *
 * @throws PackingError
 */
export async function projectPackages({ stderr }: Io): Promise<ProjectPackages> {
  if (isClone()) {
    stderr.write("Building and packing Toolwright's packages, since this is a clone...\n");
    await npm(["run", "build"], dirname(packageFolder()));
    return await packedPackages();
  }
  return isInstalledFromFile() ? await packedPackages() : registryPackages();
}

/** Pins the version of this package. */
export function registryPackages(): ProjectPackages {
  return { specifiers: record(() => version()), tarballs: [] };
}

async function packedPackages(): Promise<ProjectPackages> {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  try {
    // The packages are built already, and an installed package has no tools to build it again.
    const flags = ["--json", "--ignore-scripts", "--pack-destination", folder];
    const reports = JSON.parse(await npm(["pack", ...flags, ...names.map(findFolder)], packageFolder()));
    const files = (Object.values(reports) as { filename: string }[]).map(({ filename }) => filename);
    return {
      specifiers: record((index) => `file:vendor/${files[index]}`),
      tarballs: files.map((file) => ({ path: `vendor/${file}`, text: readFileSync(join(folder, file)) })),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function record(specifier: (index: number) => string): ProjectPackages["specifiers"] {
  return Object.fromEntries(
    names.map((name, index) => [name, specifier(index)]),
  ) as ProjectPackages["specifiers"];
}

function findFolder(name: (typeof names)[number]): string {
  if (name === "toolwright") return packageFolder();
  return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
}

/** Whether npm installed this package from a tarball on disk. Other package managers do not say, and count as the registry. */
function isInstalledFromFile(): boolean {
  const lockfile = join(dirname(packageFolder()), ".package-lock.json");
  if (!existsSync(lockfile)) return false;
  const { packages } = JSON.parse(readFileSync(lockfile, "utf8")) as {
    packages: Record<string, { resolved?: string } | undefined>;
  };
  return packages["node_modules/toolwright"]?.resolved?.startsWith("file:") ?? false;
}

/** @returns what npm printed */
async function npm(args: readonly string[], folder: string): Promise<string> {
  // npm is a script on Windows, which only a shell starts.
  const shell = process.platform === "win32";
  try {
    const { stdout } = await promisify(execFile)("npm", args, {
      cwd: folder,
      maxBuffer: 10_000_000,
      shell,
      // The `.npmrc` of a clone hides npm's messages about its own errors.
      env: { ...process.env, npm_config_loglevel: "notice" },
    });
    return stdout;
  } catch (error) {
    const { code, stdout, stderr } = error as { code: unknown; stdout?: string; stderr?: string };
    if (code === "ENOENT")
      throw new PackingError(
        "npm cannot be started, but is needed to pack Toolwright's packages. Add it to PATH.",
      );
    throw new PackingError(`npm ${args.slice(0, 2).join(" ")} failed:\n\n${stdout ?? ""}${stderr ?? ""}`);
  }
}
