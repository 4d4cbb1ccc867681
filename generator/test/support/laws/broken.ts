import fc from "fast-check";
import { expect } from "vitest";
import { compile } from "../../../compile.ts";
import type { SpecSource } from "../../../parse/source.ts";
import { report, reportFormats } from "../../../report/report.ts";
import { fixtures } from "../fixtures.ts";
import { specs } from "./specs.ts";

/** A change of a text: at a place, removes this many characters and inserts others. */
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  gone: fc.oneof(fc.nat(3), fc.nat(60)),
  come: fc.oneof(
    fc.string({ maxLength: 5, unit: "binary" }),
    fc.constantFrom(
      ":",
      "- ",
      "\n",
      "\t",
      "{",
      "}",
      "[",
      "]",
      "&a ",
      "*a",
      "<<: ",
      "? ",
      "!!set ",
      "null",
      "~",
      '"',
      "'",
      "|",
      ">",
      "#",
      '$ref: "#"',
      "$limit: a.b",
      "1e999",
      "-0",
      "0x1",
      "---\n",
      "%YAML 1.1\n",
    ),
  ),
});

/** However a spec is broken, it compiles or is reported, at places that exist, in every format. */
export function brokenTexts(numRuns: number): { texts: number; errors: number } {
  const seen = { texts: 0, errors: 0 };
  const whole = fc.oneof(specs(), fc.constantFrom(...fixtures.map(({ sources }) => [...sources])));
  const broken = fc
    .tuple(whole, fc.array(fc.tuple(fc.nat(), edit), { minLength: 1, maxLength: 4 }))
    .map(([sources, edits]) => changed(sources, edits));
  fc.assert(
    fc.property(broken, (sources) => {
      const { diagnostics, model } = compile(sources);
      seen.texts++;
      if (!model) seen.errors++;
      expect(model === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
      for (const { place, related = [] } of diagnostics)
        for (const at of [place, ...related.map((other) => other.place)]) expectPlace(at, sources);
      for (const format of reportFormats)
        report(diagnostics, sources, { format, folder: "spec/", colour: true });
    }),
    { numRuns, endOnFailure: true },
  );
  return seen;
}

function changed(
  sources: readonly SpecSource[],
  edits: readonly [number, { at: number; gone: number; come: string }][],
): SpecSource[] {
  const texts = sources.map(({ text }) => text);
  for (const [which, { at, gone, come }] of edits) {
    const index = which % texts.length;
    const text = texts[index]!;
    const start = Math.floor(at * text.length);
    texts[index] = text.slice(0, start) + come + text.slice(start + gone);
  }
  return sources.map(({ path }, index) => ({ path, text: texts[index]! }));
}

function expectPlace(
  { file, line, column, length }: { file: string; line: number; column: number; length: number },
  sources: readonly SpecSource[],
): void {
  const source = sources.find(({ path }) => path === file);
  if (!source) {
    expect(file).toBe("service.yaml");
    return;
  }
  const lines = source.text.split("\n");
  expect(line).toBeGreaterThan(0);
  expect(line).toBeLessThanOrEqual(lines.length);
  expect(column).toBeGreaterThan(0);
  expect(length).toBeGreaterThan(0);
  expect(column).toBeLessThanOrEqual(lines[line - 1]!.length + 1);
}
