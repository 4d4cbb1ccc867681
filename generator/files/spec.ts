/** Reads the files of a spec folder. */
import { isUtf8 } from "node:buffer";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { compareText } from "@toolwright/check/report";
import { isContentFile, type SpecSource } from "../parse/source.ts";
import { DiskError } from "./disk-error.ts";

/** The files of a spec folder, sorted by path. Releases are left out: they are data, and `releases.ts` reads them. */
export function readSpec(folder: string): SpecSource[] {
  requireSpec(folder);
  return specFiles(folder)
    .filter((path) => !isRelease(path))
    .sort(compareText)
    .map((path) => toSource(path, readFileSync(join(folder, path))));
}

/**
 * Throws a DiskError if there is no spec in a folder. In the folder of a whole project, each file that is not of the spec would be
 * reported else.
 */
export function requireSpec(folder: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new DiskError(
      `There is no spec folder ${folder}. Name it with --spec DIR, or start one with toolwright new or import.`,
    );
  }
  if (readdirSync(folder).some((name) => /^service\.ya?ml$/i.test(name))) return;
  const below = join(folder, "spec");
  const cure = existsSync(join(below, "service.yaml"))
    ? `, but ${below} has one. Name that folder.`
    : ". Name the folder of the spec with --spec DIR, or start one with toolwright new or import.";
  throw new DiskError(`The folder ${folder} has no service.yaml${cure}`);
}

/** Tells whether a path in a spec folder belongs to a spec file, or to the content of a resource. */
export function isSpecFile(path: string): boolean {
  return isContentFile(path) || /\.(ya?ml|json)$/.test(path);
}

/** Tells whether a path in a spec folder belongs to a release. */
export function isRelease(path: string): boolean {
  return /^releases\/[^/]+\.json$/.test(path);
}

/**
 * Returns the paths of YAML and JSON files below a folder, and of all files of resources, relative to it. Symbolic links are
 * followed only inside of the spec: messages and generated files quote the contents, and a link could lead to any file on this
 * machine.
 */
function specFiles(folder: string, above: readonly string[] = [], name = ""): string[] {
  const realPath = realpathSync(folder);
  if (above.includes(realPath))
    throw new DiskError(`${folder} is a symbolic link to a folder that contains it.`);
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      const isNamed = name === "resources" ? !entry.isDirectory() : /\.(ya?ml|json)$/.test(entry.name);
      const kind = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: isNamed }) : entry;
      if (kind !== undefined && entry.isSymbolicLink()) refuseOutside(path, [...above, realPath]);
      if (kind?.isDirectory() && isNamed) throw new DiskError(`${path} is a folder, but must be a file.`);
      if (kind?.isDirectory())
        return specFiles(path, [...above, realPath], entry.name).map((below) => `${entry.name}/${below}`);
      return isNamed && kind?.isFile() ? [entry.name] : [];
    });
}

/** @param folders real paths of the spec and of the folders below it that lead to the link, which `specFiles` reports itself */
function refuseOutside(link: string, folders: readonly string[]): void {
  const target = realpathSync(link);
  const [root = ""] = folders;
  if (folders.includes(target) || target.startsWith(join(root, sep))) return;
  throw new DiskError(
    `${link} is a symbolic link that leads out of the spec. Put what it shows into the spec.`,
  );
}

/**
 * Returns the text of a file. A file that is not UTF-8 is marked: either a diagnostic reports it, or it is the content of a
 * resource.
 */
export function toSource(path: string, bytes: Buffer): SpecSource {
  const text = bytes.toString("utf8");
  if (isUtf8(bytes)) return { path, text };
  if (isContentFile(path)) return { path, text: bytes.toString("base64"), isBase64: true };
  return { path, text, isInvalidUtf8: true };
}
