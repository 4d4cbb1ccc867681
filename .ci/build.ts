/** `npm run build`: compiles the packages that are published, each into its `dist/`, and puts the user's pages beside the generator. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { withoutClaimComments } from "./doc-claims.ts";
import { findingPages } from "./findings.ts";
import { keysPage, keywordsPage } from "./keys.ts";
import { descriptionsPage, rulesPage } from "./rules.ts";

const repository = join(import.meta.dirname, "..");
const published = ["json-schema", "runtime", "conformance", "check", "generator"];
/** The user guide in the package `toolwright`: the name of each page in `guide/`, and its source. */
const pages = {
  "mock.md": "docs/mock.md",
  "serving.md": "docs/serving.md",
  "oauth.md": "docs/oauth.md",
  "apps.md": "docs/apps.md",
  "skills.md": "docs/skills.md",
  "tasks.md": "docs/tasks.md",
  "publishing.md": "docs/publishing.md",
  "portability.md": "docs/portability.md",
  "spec-language.md": "docs/spec-language.md",
  "conformance.md": "conformance/README.md",
  "suite.md": "docs/suite.md",
  "laws.md": "docs/laws.md",
};

const compiler = compilerOf(repository);
// Remove old output: compiled files whose source is gone would be packed too.
for (const folder of [...published.map((name) => `${name}/dist`), "generator/guide"])
  rmSync(join(repository, folder), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [compiler, "--build", "generator/tsconfig.build.json"], {
  cwd: repository,
  stdio: "inherit",
});
mkdirSync(join(repository, "generator", "guide"), { recursive: true });
for (const [name, page] of Object.entries(pages)) {
  const text = withoutClaimComments(readFileSync(join(repository, page), "utf8"));
  writeFileSync(join(repository, "generator", "guide", name), text);
}
const printed = {
  "keys.md": keysPage(),
  "keywords.md": keywordsPage(),
  "rules.md": rulesPage(),
  "descriptions.md": descriptionsPage(),
};
for (const [name, text] of Object.entries(printed))
  writeFileSync(join(repository, "generator", "guide", name), text);
const findings = join(repository, "generator", "guide", "findings");
mkdirSync(findings, { recursive: true });
for (const [name, text] of findingPages()) writeFileSync(join(findings, name), text);
process.exitCode = status ?? 1;

/** The compiler is a development dependency, which `npm ci --omit=dev` leaves out. */
function compilerOf(folder: string): string {
  try {
    const require = createRequire(join(folder, "package.json"));
    return join(dirname(require.resolve("typescript/package.json")), "bin", "tsc");
  } catch {
    process.stderr.write("The build needs the development dependencies of this repository: run npm ci.\n");
    process.exit(1);
  }
}
