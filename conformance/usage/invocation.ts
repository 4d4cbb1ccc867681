import { existsSync } from "node:fs";
import { join, relative } from "node:path";

/** How whoever started the suite starts it again. */
export const suiteCommand =
  process.env.npm_lifecycle_event === "conformance" ? "npm run conformance --" : "toolwright conformance";

/** Where its guide lies, from the current folder: beside the sources, or in the package that was built of them. */
export const guidePath = relative(
  process.cwd(),
  ["..", "../../../conformance"]
    .map((folder) => join(import.meta.dirname, folder, "README.md"))
    .find((path) => existsSync(path)) ?? "conformance/README.md",
);
