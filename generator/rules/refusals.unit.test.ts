import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { compile } from "../compile.ts";
import { textSentences } from "../parse/syntax.ts";
import { report, reportFormats } from "../report/report.ts";
import { structureSentences } from "../structure/describe-error.ts";
import { readTable, refusals } from "../test/support/refusals.ts";
import { rules } from "./index.ts";

/** The codes that the specs are refused with. */
const seen = new Set<string>();

describe.each(refusals)("$name", ({ name, sources, wants, update }) => {
  const { diagnostics, model } = compile(sources);
  for (const { code } of diagnostics) seen.add(code);

  test("is reported as in its table", () => {
    for (const format of reportFormats) {
      if (format !== "human" && !wants.has(format)) continue;
      const text = report(diagnostics, sources, { format, folder: "spec/", colour: false });
      if (process.env.UPDATE_GOLDENS === "1") update(format, text);
      else expect(text, `UPDATE_GOLDENS=1 writes \`want\` of ${name}.`).toBe(wants.get(format));
    }
  });

  test("a single mistake leads to a single diagnostic", () => {
    if (name.startsWith("several-")) expect(diagnostics.length).toBeGreaterThan(1);
    else expect(diagnostics.length).toBe(1);
  });

  test("an error leaves no model to generate from", () => {
    expect(model === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
  });
});

test("every rule and every check of structure has a refusal", () => {
  const codes = [
    ...rules.map(({ code }) => code),
    ...Object.keys({ ...textSentences, ...structureSentences }),
  ];
  expect(codes.filter((code) => !seen.has(code))).toEqual([]);
  expect([...seen].filter((code) => !codes.includes(code))).toEqual([]);
});

test("a new case of a table has no report until it is written", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "new.yaml");
  writeFileSync(path, "new:\n  changes:\n    - { file: service.yaml, text: '' }\n");
  const [before] = readTable(path);
  expect([...before!.wants]).toEqual([]);
  before!.update("human", "error\n");
  expect([...readTable(path)[0]!.wants]).toEqual([["human", "error\n"]]);
});
