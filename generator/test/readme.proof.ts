/** The first task of CONTRIBUTING: the compiler names the handler of the new tool until it is written. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectPrinted, shownAfter } from "../../.ci/readme.ts";
import { toolwright } from "./support/cli/cli.ts";
import { contributing, copiedRepository, expectNewTool } from "./support/copied-repository.ts";
import { repository } from "./support/temporary-project.ts";

const folder = copiedRepository();

test("shows a new tool, with a mistake and without, and the compiler's message", async () => {
  await expectNewTool(folder);

  expectPrinted(compiled(folder), shownAfter("npx tsc --noEmit", contributing));

  const scaffolded = await toolwright(folder, ["generate", "--scaffold"]);
  expectPrinted(scaffolded.stderr, shownAfter("npm run -s generate -- --scaffold", contributing));

  const [, path = "", handler = ""] = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/m.exec(contributing) ?? [];
  writeFileSync(join(folder, path), handler);
  expect(compiled(folder)).toBe("");
});

/** Compiles the handlers and returns the output of the compiler. */
function compiled(folder: string): string {
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
