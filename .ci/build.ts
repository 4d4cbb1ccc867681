/** `npm run build`: compiles the packages that are published, each into its `dist/`, and puts the user's pages beside the generator. */
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const repository = join(import.meta.dirname, "..");
const published = ["runtime", "conformance", "generator"];
/** What a user of the package `toolwright` reads. */
const pages = ["serving", "spec-language", "keywords", "rules"];

// What was compiled of a file that is gone since would be packed, too.
for (const folder of [...published.map((name) => `${name}/dist`), "generator/guide"])
  rmSync(join(repository, folder), { recursive: true, force: true });
const compiler = join(
  dirname(createRequire(import.meta.url).resolve("typescript/package.json")),
  "bin",
  "tsc",
);
const { status } = spawnSync(process.execPath, [compiler, "--build", "generator/tsconfig.build.json"], {
  cwd: repository,
  stdio: "inherit",
});
for (const page of pages)
  cpSync(join(repository, "docs", `${page}.md`), join(repository, "generator", "guide", `${page}.md`));
process.exitCode = status ?? 1;
