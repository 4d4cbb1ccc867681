/** Commands print what CONTRIBUTING and the README of the generator show; `readme.proof.ts` compiles the first task. */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { expectPrinted, shownAfter } from "../../.ci/readme.ts";
import { toolwright } from "./support/cli/cli.ts";
import { copiedRepository, edit, expectNewTool, service } from "./support/copied-repository.ts";
import { repository } from "./support/temporary-project.ts";

const folder = copiedRepository();
const generatorReadme = readFileSync(join(repository, "generator/README.md"), "utf8");

test("shows a new tool, with a mistake and without", () => expectNewTool(folder));

test("shows a lowered limit", async () => {
  rmSync(join(folder, "spec"), { recursive: true });
  cpSync(join(repository, "spec"), join(folder, "spec"), { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: folder });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "spec");
  git("commit", "--quiet", "--message=spec");
  edit(folder, service, "prompt_length: { kind: count, max: 8000", "prompt_length: { kind: count, max: 4000");
  const { stdout } = await toolwright(folder, ["diff", "git:main"]);
  expectPrinted(stdout, shownAfter("npx toolwright diff git:main", generatorReadme));
});

test("imports the server of the generator's README", async () => {
  const manifest = join(repository, "generator/test/manifests/memory.json");
  // The manifest is a saved one: no test of this ring needs the network.
  const importing = `npx toolwright import --command "npx -y @modelcontextprotocol/server-memory"`;
  const imported = await toolwright(folder, ["import", "--manifest", manifest, "--out", "memory/spec"]);
  expectPrinted(
    imported.stderr + imported.stdout,
    shownAfter(importing, generatorReadme).replace("spec/", "memory/spec/"),
  );
  const generated = await toolwright(folder, [
    "generate",
    "--spec",
    "memory/spec",
    "--out",
    "memory/generated",
  ]);
  const shown = shownAfter("npx toolwright generate", generatorReadme);
  expectPrinted(generated.stderr, shown.replace("generated/", "memory/generated/"));
});
