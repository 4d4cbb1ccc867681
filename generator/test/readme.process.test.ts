/** Commands print what README shows, and the first task of CONTRIBUTING compiles. They run in a copy of this repository. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectPrinted, readme, shownAfter } from "../../.ci/readme.ts";
import { toolwright } from "./support/cli/cli.ts";
import { repository } from "./support/temporary-project.ts";

let folder = "";
const service = "spec/service.yaml";
const [, newTool = "", newToolText = ""] =
  /```yaml\n# (spec\/tools\/\w+\.yaml)\n([\s\S]*?)```/.exec(readme) ?? [];
/** The file as it is pasted: with the line that names it. */
const newToolFile = `# ${newTool}\n${newToolText}`;

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(folder, path), text.replace(from, to));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "readme-"));
  const isCopied = (path: string) => !/\/(node_modules|test)(\/|$)/.test(path.slice(repository.length));
  for (const path of ["spec", "generated", "runtime", "impl", "tsconfig.json", "package.json"])
    cpSync(join(repository, path), join(folder, path), { recursive: true, filter: isCopied });
  for (const path of ["node_modules", "impl/node_modules"])
    symlinkSync(join(repository, path), join(folder, path), "dir");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("shows a new tool, with a mistake and without, and the compiler's message", async () => {
  writeFileSync(join(folder, newTool), newToolFile.replace("forms:read", "forms:raed"));
  edit(service, "  - service_ping\n", "  - service_ping\n  - service_count_forms\n");
  const mistake = await toolwright(folder, ["generate"]);
  expectPrinted(mistake.stderr, shownAfter("npm run -s generate", readme, 1));

  writeFileSync(join(folder, newTool), newToolFile);
  const generated = await toolwright(folder, ["generate"]);
  expectPrinted(generated.stderr, shownAfter("npm run -s generate"));

  expectPrinted(compiled(), shownAfter("npx tsc --noEmit"));

  const scaffolded = await toolwright(folder, ["generate", "--scaffold"]);
  expectPrinted(scaffolded.stderr, shownAfter("npm run -s generate -- --scaffold"));

  const page = readFileSync(join(repository, "CONTRIBUTING.md"), "utf8");
  const [, path = "", handler = ""] = /^ {3}```ts\n {3}\/\/ (\S+)\n([\s\S]*?)^ {3}```$/m.exec(page) ?? [];
  writeFileSync(join(folder, path), handler.replace(/^ {3}/gm, ""));
  expect(compiled()).toBe("");
});

/** Compiles the handlers and returns the output of the compiler. */
function compiled(): string {
  // The codes of failures are known, as in the whole project.
  const files = ["impl/mcp/handlers/index.ts", "generated/failures.ts"];
  const handlers = { extends: "./tsconfig.json", files, include: [] };
  writeFileSync(join(folder, "tsconfig.handlers.json"), JSON.stringify(handlers));
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  // The second time only the changes of a new handler are checked.
  const cache = ["--incremental", "--tsBuildInfoFile", "handlers.tsbuildinfo"];
  const options = ["--noEmit", "--pretty", "false", ...cache, "--project", "tsconfig.handlers.json"];
  return spawnSync(process.execPath, [compiler, ...options], { cwd: folder, encoding: "utf8" }).stdout;
}

test("shows a lowered limit", async () => {
  rmSync(join(folder, "spec"), { recursive: true });
  cpSync(join(repository, "spec"), join(folder, "spec"), { recursive: true });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], { cwd: folder });
  git("init", "--quiet", "--initial-branch=main");
  git("add", "spec");
  git("commit", "--quiet", "--message=spec");
  edit(service, "prompt_length: { kind: count, max: 8000", "prompt_length: { kind: count, max: 4000");
  const { stdout } = await toolwright(folder, ["diff", "git:main"]);
  expectPrinted(stdout, shownAfter("npx toolwright diff git:main"));
});

test("imports the server of the generator's README", async () => {
  const page = readFileSync(join(repository, "generator/README.md"), "utf8");
  const manifest = join(repository, "generator/test/manifests/memory.json");
  // The manifest is a saved one: no test of this ring needs the network.
  const importing = `npx toolwright import --command "npx -y @modelcontextprotocol/server-memory"`;
  const imported = await toolwright(folder, ["import", "--manifest", manifest, "--out", "memory/spec"]);
  expectPrinted(
    imported.stderr + imported.stdout,
    shownAfter(importing, page).replace("spec/", "memory/spec/"),
  );
  const generated = await toolwright(folder, [
    "generate",
    "--spec",
    "memory/spec",
    "--out",
    "memory/generated",
  ]);
  const shown = shownAfter("npx toolwright generate", page);
  expectPrinted(generated.stderr, shown.replace("generated/", "memory/generated/"));
});

test("shows the size of a run of the suite", () => {
  const suite = join(repository, "conformance/bin/toolwright-conformance.js");
  const { stderr } = spawnSync(process.execPath, [suite, "--plan"], { cwd: repository, encoding: "utf8" });
  expectPrinted(stderr, shownAfter("npm run -s conformance"));
});
