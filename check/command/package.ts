/** Files of this package that the command reads. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

export function helpText(): string {
  return readFileSync(join(packageFolder(), "help.txt"), "utf8");
}

/** The folder of this package: that of the sources, or above what was built. */
function packageFolder(): string {
  const here = join(import.meta.dirname, "..");
  return here.endsWith("dist") ? join(here, "..") : here;
}
