import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../test/support/temporary-project.ts";
import { maxLineLength } from "./wrap.ts";

const folder = join(repository, "generated");
const filesOf = (kind: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(kind))
    .map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));

test("no line of printed TypeScript is long, except with a long string", () => {
  // Ajv prints the validators.
  const files = filesOf(".ts").filter(({ path }) => !path.startsWith("validators"));
  expect(files.length).toBeGreaterThan(8);
  expect(files.flatMap(longLines)).toEqual([]);
});

test("no line of Markdown is long, except rows of tables", () => {
  const files = filesOf(".md").map(({ path, text }) => ({ path, text: text.replace(/^\|.*$/gm, "") }));
  expect(files.length).toBeGreaterThan(3);
  expect(files.flatMap(longLines)).toEqual([]);
});

test("JSON has one value a line, and the case file no line that is longer than a text and a list in it", () => {
  for (const { path, text } of filesOf(".json")) {
    if (path === "cases.json") {
      expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(10_000);
    } else {
      const isDeep = path === "manifest.json" || path.startsWith("schema/");
      const indent = isDeep ? 1 : 2;
      expect(text, path).toBe(`${JSON.stringify(JSON.parse(text), null, indent)}\n`);
    }
  }
});

/** Lines that are long even without their longest string. */
function longLines({ path, text }: { readonly path: string; readonly text: string }): string[] {
  return text
    .split("\n")
    .filter((line) => {
      const strings = line.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
      return line.length - Math.max(0, ...strings.map(({ length }) => length)) > maxLineLength;
    })
    .map((line) => `${path}: ${line}`);
}
