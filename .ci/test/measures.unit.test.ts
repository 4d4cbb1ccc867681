/** Holds the sources to the measures of `measures.ts`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { countEqualRuns, type Findings, measure, readSources } from "../measures.ts";

interface Open {
  /** The current exceptions; no new ones may appear. */
  readonly open: Findings;
  readonly equalRuns: number;
}

const { open, equalRuns }: Open = JSON.parse(
  readFileSync(join(import.meta.dirname, "../measures.json"), "utf8"),
);
const sources = readSources();
const findings = measure(sources);

test.each(Object.keys(findings))("%s", (name) => {
  const known = open[name] ?? [];
  const added = findings[name]!.filter((each) => !known.includes(each));
  const gone = known.filter((each) => !findings[name]!.includes(each));
  expect(added, "take these apart").toEqual([]);
  expect(gone, "delete these from .ci/measures.json").toEqual([]);
});

test("the number of repeated runs of six lines does not grow", () => {
  const count = countEqualRuns(sources);
  expect(count, "one of the two places can use the other").toBeLessThanOrEqual(equalRuns);
  expect(count, "write the lower number into .ci/measures.json").toBe(equalRuns);
});

describe("a measure finds", () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `const a${index} = 1;`).join("\n");

  test.each<readonly [what: string, text: string, found: number]>([
    ["301 lines", lines(301), 1],
    ["no 300 lines", `${lines(300)}\n`, 0],
    ["161 characters of a template", `const a = html\`${"x".repeat(144)}\`;`, 1],
    ["no 160 characters of a template", `const a = html\`${"x".repeat(143)}\`;`, 0],
    ["no 161 characters of a text", `const a = "${"x".repeat(149)}";`, 0],
    ["a derived type", "export type A = Awaited<ReturnType<typeof make>>;", 1],
    ["no type of its own file", "type A = ReturnType<typeof make>;", 0],
    ["a list in a list", "const a = [...[b, c]];", 1],
    ["an object in an object", "const a = { ...{ b }, c };", 1],
    ["no condition", "const a = { ...(b && { c }) };", 0],
  ])("%s", (_, text, found) => {
    const all = Object.values(measure([{ path: "a/b.ts", text }]));
    expect(all.flat().length).toBe(found);
  });

  test("a folder of 26 files", () => {
    const files = Array.from({ length: 26 }, (_, index) => ({ path: `a/${index}.ts`, text: "" }));
    expect(Object.values(measure(files)).flat()).toEqual(["a"]);
    expect(Object.values(measure(files.slice(1))).flat()).toEqual([]);
  });

  test.each<readonly [path: string, found: number]>([
    ["check/described.ts", 1],
    ["impl/kept-rest.ts", 1],
    ["impl/saved-views.ts", 0],
    ["impl/seed.ts", 0],
    ["conformance/described.ts", 0],
  ])("%s: names without a noun", (path, found) => {
    expect(Object.values(measure([{ path, text: "" }])).flat().length).toBe(found);
  });

  test("six equal lines, and a longer run once", () => {
    const file = (path: string, text: string) => ({ path, text });
    expect(countEqualRuns([file("a.ts", lines(6)), file("b.ts", lines(6))])).toBe(1);
    expect(countEqualRuns([file("a.ts", lines(9)), file("b.ts", lines(9))])).toBe(1);
    expect(countEqualRuns([file("a.ts", lines(5)), file("b.ts", lines(5))])).toBe(0);
  });
});
