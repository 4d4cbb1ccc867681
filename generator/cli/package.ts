import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The top folder of this package, both from the sources and from what is built of them. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

/** The version of this package. */
export function version(): string {
  return JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")).version;
}

/** Whether this runs from the sources in a clone of the repository; packages hold what was built, and no sources. */
export function isClone(): boolean {
  return existsSync(join(packageFolder(), "cli.ts"));
}

/** The path of a page for users, from the current folder: `node_modules/toolwright/guide/serving.md`. */
export function guidePage(name: string): string {
  const folder = isClone() ? join(dirname(packageFolder()), "docs") : join(packageFolder(), "guide");
  return relative(process.cwd(), join(folder, name)).replaceAll("\\", "/");
}
