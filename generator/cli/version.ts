import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The version of this package. */
export function version(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
}
