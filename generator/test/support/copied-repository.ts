/** A copy of this repository in which the first task of CONTRIBUTING is done: its commands, and its new tool. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { expectPrinted, shownAfter } from "../../../.ci/readme.ts";
import { toolwright } from "./cli/cli.ts";
import { repository } from "./temporary-project.ts";

export const service = "spec/service.yaml";
export const contributing = readFileSync(join(repository, "CONTRIBUTING.md"), "utf8");
const [, newTool = "", newToolText = ""] =
  /```yaml\n# (spec\/tools\/\w+\.yaml)\n([\s\S]*?)```/.exec(contributing) ?? [];
/** The file as it is pasted: with the line that names it. */
const newToolFile = `# ${newTool}\n${newToolText}`;

/** Replaces a text that a file of the folder has. */
export function edit(folder: string, path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), "utf8");
  expect(text).toContain(from);
  writeFileSync(join(folder, path), text.replace(from, to));
}

/** Copies what the commands need before the tests of a file. @returns the folder, which exists while they run */
export function copiedRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "readme-"));
  beforeAll(() => {
    const isCopied = (path: string) => !/\/(node_modules|test)(\/|$)/.test(path.slice(repository.length));
    for (const path of ["spec", "generated", "runtime", "impl", "tsconfig.json", "package.json"])
      cpSync(join(repository, path), join(folder, path), { recursive: true, filter: isCopied });
    for (const path of ["node_modules", "impl/node_modules"])
      symlinkSync(join(repository, path), join(folder, path), "dir");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Adds the new tool, with a mistake and without, and generates. */
export async function expectNewTool(folder: string): Promise<void> {
  writeFileSync(join(folder, newTool), newToolFile.replace("forms:read", "forms:raed"));
  edit(folder, service, "  - service_ping\n", "  - service_ping\n  - service_count_forms\n");
  const mistake = await toolwright(folder, ["generate"]);
  expectPrinted(mistake.stderr, shownAfter("npm run -s generate", contributing));

  writeFileSync(join(folder, newTool), newToolFile);
  const generated = await toolwright(folder, ["generate"]);
  expectPrinted(generated.stderr, shownAfter("npm run -s generate", contributing, 1));
}
