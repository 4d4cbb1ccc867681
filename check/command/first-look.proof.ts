/** The first door of README, at a server of npm that everybody knows. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { expectPrinted, shownAfter } from "../../.ci/readme.ts";

const repository = join(import.meta.dirname, "../..");
const program = join(repository, "check/bin/toolwright-check.js");

test.each(["README.md", "check/README.md"])("%s shows what a check of two releases prints", (file) => {
  const page = readFileSync(join(repository, file), "utf8");
  const [, command = "", server = "", other = ""] =
    /^\$ (npx toolwright check --command "([^"]+@\d[^"]*)" (?:\\\n +)?--against "([^"]+@\d[^"]*)")$/m.exec(
      page,
    ) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "check-readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { stdout, status } = spawnSync(process.execPath, [program, "--command", server, "--against", other], {
    cwd: folder,
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expectPrinted(stdout, shownAfter(command, page));
});
