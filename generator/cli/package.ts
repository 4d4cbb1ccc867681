import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

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
