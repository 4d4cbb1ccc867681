/** The tasks of CONTRIBUTING, done on a copy of the repository as they are written: a text is changed, a rule is added. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectPrinted, shownAfter } from "../../.ci/readme.ts";
import { contributing, edit } from "./support/copied-repository.ts";
import { filesIn } from "./support/shown-files.ts";
import { repository } from "./support/temporary-project.ts";

const folder = mkdtempSync(join(tmpdir(), "contributed-"));

beforeAll(() => {
  for (const path of [
    ".ci",
    "generator",
    "impl/texts",
    "package.json",
    "tsconfig.json",
    "vitest.config.ts",
  ]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(repository, path), join(folder, path), { recursive: true });
  }
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "dir");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the n-th command of a section of CONTRIBUTING, and compares what it prints. */
function run(section: string, index: number): void {
  const [, text = ""] = contributing.split(`### ${section}\n`);
  const [, block = ""] = /^```console\n([\s\S]*?)^```$/m.exec(text) ?? [];
  const command = block.split(/^\$ /m)[index + 1]?.split("\n")[0] ?? "";
  const environment = { ...process.env, NODE_OPTIONS: "", VITEST: undefined };
  const printed = execFileSync("bash", ["-c", command], { cwd: folder, encoding: "utf8", env: environment });
  if (!command.includes("vitest")) expectPrinted(printed, shownAfter(command, contributing));
}

test("a text that is changed is due in the other languages, until its translations are recorded", () => {
  run("Change a text", 0);
  run("Change a text", 1);
  run("Change a text", 2);
  const due = execFileSync("npm", ["run", "-s", "texts"], { cwd: folder, encoding: "utf8" });
  expect(due).toBe("");
});

test("a rule that is added reports the spec of its row, and all tests of rules pass", () => {
  const files = [
    ...filesIn(contributing, "ts", "// generator/"),
    ...filesIn(contributing, "yaml", "# generator/"),
  ];
  expect(files.map(({ path }) => path)).toEqual(["rules/titles.ts", "test/refusals/titles.yaml"]);
  for (const { path, text } of files) writeFileSync(join(folder, "generator", path), text);
  const index = "generator/rules/index.ts";
  edit(
    folder,
    index,
    "const sourceRules: readonly Rule[] = [\n",
    "const sourceRules: readonly Rule[] = [\n  ...titleRules,\n",
  );
  edit(
    folder,
    index,
    "import { toolRules }",
    'import { titleRules } from "./titles.ts";\nimport { toolRules }',
  );
  run("Add a rule", 0);
  run("Add a rule", 1);
  const passed = execFileSync("npx", ["vitest", "run", "generator/rules"], { cwd: folder, encoding: "utf8" });
  expect(passed).toContain("0 failed");
  expect(readFileSync(join(folder, "generator/test/refusals/titles.yaml"), "utf8")).toContain("1 warning");
});
