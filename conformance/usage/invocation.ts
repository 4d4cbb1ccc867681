/** How the suite was started, for messages that tell the user what to run or read next. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";

/** The command that starts the suite. */
export const suiteCommand =
  process.env.npm_lifecycle_event === "conformance" ? "npm run conformance --" : "toolwright conformance";

/** The path of the suite's guide, from the current folder: beside the sources, or in the built package. */
export const guidePath = relative(
  process.cwd(),
  ["..", "../.."]
    .map((folder) => join(import.meta.dirname, folder, "README.md"))
    .find((path) => existsSync(path)) ?? "conformance/README.md",
);
