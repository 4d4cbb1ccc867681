/** The first door of README, at a server of npm that everybody knows. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectPrinted, readme, shownAfter } from "../../.ci/readme.ts";

const program = join(import.meta.dirname, "../bin/toolwright-check.js");

test("README shows what a first look prints", () => {
  const [, command = "", server = ""] = /^\$ (npx toolwright check --command "([^"]+)")$/m.exec(readme) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "check-readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const printed = execFileSync(process.execPath, [program, "--command", server], {
    cwd: folder,
    encoding: "utf8",
  });
  expectPrinted(printed, shownAfter(command));
  expect(server).toMatch(/@\d/);
});
