/** The command that started the suite, for messages that tell the user what to run or read next. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** The command that starts the suite. */
export const suiteCommand =
  process.env.npm_lifecycle_event === "conformance" ? "npm run conformance --" : "npx toolwright conformance";

/** The folder of this package: the folder of the sources, or the parent of the build. */
const packageFolder = [".", ".."]
  .map((folder) => join(import.meta.dirname, "..", folder))
  .find((folder) => existsSync(join(folder, "README.md")));

/** The path of the suite's guide, from the current folder. */
export const guidePath = relative(process.cwd(), join(packageFolder ?? "conformance", "README.md"));

/** Reads the text of --help. */
export function readHelp(): string {
  const text = readFileSync(join(packageFolder ?? "conformance", "help.txt"), "utf8");
  return text.replaceAll("COMMAND", suiteCommand).replace("GUIDE", guidePath);
}
