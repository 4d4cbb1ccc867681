import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../compile.ts";
import { type SpecSource, textSentences } from "../document.ts";
import { readSpec } from "../files.ts";
import { report, reportFormats } from "../report.ts";
import { rules } from "../rules/index.ts";
import { structureSentences } from "../wording.ts";
import { fixture } from "./fixtures.ts";
import { expectGolden } from "./golden.ts";

/**
 * A spec that is refused, or only warned about; its folder is named by the fault. `spec/` is laid over the one of the
 * fixture `library`, `want.human` is the report; other formats are compared where there is a file for them.
 */
const refusals = readdirSync(join(import.meta.dirname, "refusals")).map((name) => {
  const folder = join(import.meta.dirname, "refusals", name);
  return { name, folder, sources: overlaid(folder) };
});

describe.each(refusals)("$name", ({ name, folder, sources }) => {
  const { diagnostics, model } = compile(sources);

  test("is reported as its goldens say", () => {
    for (const format of reportFormats) {
      const golden = join(folder, `want.${format}`);
      if (format !== "human" && !existsSync(golden)) continue;
      expectGolden(golden, report(diagnostics, sources, { format, folder: "spec/", colour: false }));
    }
  });

  test("one mistake is one diagnostic", () => {
    if (name.startsWith("several-")) expect(diagnostics.length).toBeGreaterThan(1);
    else expect(diagnostics.length).toBe(1);
  });

  test("an error leaves nothing to generate from", () => {
    expect(model === undefined).toBe(diagnostics.some(({ severity }) => severity === "error"));
  });
});

test("every rule and every check of structure has a refusal", () => {
  const seen = new Set(
    refusals.flatMap(({ sources }) => compile(sources).diagnostics.map(({ code }) => code)),
  );
  const codes = [
    ...rules.map(({ code }) => code),
    ...Object.keys({ ...textSentences, ...structureSentences }),
  ];
  expect(codes.filter((code) => !seen.has(code))).toEqual([]);
  expect([...seen].filter((code) => !codes.includes(code))).toEqual([]);
});

/** A file that is only a line `absent` takes the file away. */
function overlaid(folder: string): SpecSource[] {
  const over = readSpec(join(folder, "spec"));
  const paths = over.map(({ path }) => path);
  return [...fixture("library").sources.filter(({ path }) => !paths.includes(path)), ...over].filter(
    ({ text }) => text !== "absent\n",
  );
}
