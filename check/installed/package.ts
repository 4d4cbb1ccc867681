/** Packages that the user's project has installed: optional parts of the check, which it looks for and never installs. */
import { readFileSync } from "node:fs";
import { createRequire, findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** @param project the folder in whose `node_modules`, and in those above it, the package is looked for */
export function findInstalled(name: string, project: string): InstalledPackage | undefined {
  try {
    const file = findPackageJSON(name, pathToFileURL(join(project, "package.json")));
    if (file === undefined) return undefined;
    const { version } = JSON.parse(readFileSync(file, "utf8")) as { version: string };
    return { name, version, folder: dirname(file) };
  } catch {
    return undefined;
  }
}

/** Imports a module of an installed package. @param specifier such as `gpt-tokenizer/encoding/o200k_base` */
export async function importInstalled<Module>(specifier: string, project: string): Promise<Module> {
  const { resolve } = createRequire(join(project, "package.json"));
  return (await import(pathToFileURL(resolve(specifier)).href)) as Module;
}
