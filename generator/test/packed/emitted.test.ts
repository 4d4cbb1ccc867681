/** Tests what the compiler emits, which is what is packed; all other tests run from source. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { repository } from "../workshop.ts";

// Inside node_modules, so that emitted files find the packages that they import.
const folder = mkdtempSync(join(repository, "node_modules", ".emitted-"));
const compiler = join(repository, "node_modules", "typescript", "bin", "tsc");
execFileSync(process.execPath, [compiler, "-p", "tsconfig.build.json", "--noCheck", "--outDir", folder], {
  cwd: repository,
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("no emitted file calls `new` on a function that returns the class", () => {
  const emitted = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".js"),
  );
  expect(emitted.length).toBeGreaterThan(100);
  const broken = /\bnew\s+(?:require|import|createRequire)\b/;
  expect(emitted.filter((path) => broken.test(readFileSync(join(folder, path), "utf8")))).toEqual([]);
});

test.each([
  "^(?:[a-z0-9]+-)*[a-z0-9]+$",
  "^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$",
  "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$",
])("the emitted code judges %s", async (pattern) => {
  const { slownessOf } = await import(pathToFileURL(join(folder, "generator/patterns/slowness.js")).href);
  expect(() => slownessOf(pattern)).not.toThrow();
});
