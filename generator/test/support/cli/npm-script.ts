/** Runs `npm run manifest` of this repository in the environment of a person who calls it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../temporary-project.ts";

/** The manifest of the form service. */
export const published = readFileSync(join(repository, "generated", "manifest.json"), "utf8");

/** Removes the settings that npm passes to scripts: the tests may run under `npm -s test`. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
}
