/** Finds the folder, the version and the guide of this package. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Returns the top folder of this package, for the sources and for the build. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** The version of this package. */
export function version(): string {
  return JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")).version;
}

/** Tells whether this runs from the sources in a clone of the repository. A published package has only the build. */
export function isClone(): boolean {
  return existsSync(join(packageFolder(), "cli.ts"));
}

/** The path of a page for users, from the current folder: `node_modules/toolwright/guide/serving.md`. */
export function guidePage(name: string): string {
  const folder = isClone() ? join(dirname(packageFolder()), "docs") : join(packageFolder(), "guide");
  return relative(process.cwd(), join(folder, name)).replaceAll("\\", "/");
}
