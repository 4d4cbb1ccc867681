/** Tests that the examples of README print the shown output. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const readme = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
const examples = [
  ...readme.matchAll(/^## ([^\n]+)\n\n```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm),
].map(([, title = "", code = "", printed = ""]) => [title, code, printed] as const);

test("README has three examples", () => {
  expect(examples).toHaveLength(3);
});

test.each(examples)("README example prints the shown output: %s", (_title, code, printed) => {
  const folder = mkdtempSync(join(tmpdir(), "json-schema-readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(import.meta.dirname, "../node_modules"), join(folder, "node_modules"), "dir");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const file = join(folder, "example.ts");
  writeFileSync(file, code);
  const output = execFileSync(process.execPath, ["--conditions=toolwright-source", file], {
    encoding: "utf8",
  });
  expect(output).toBe(printed);
});
