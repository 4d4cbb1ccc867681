import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keywords } from "@toolwright/json-schema";
import { readLayout, writeLayout } from "@toolwright/runtime/layout";
import { formatNames } from "ajv-formats/dist/formats.js";
import { describe, expect, test } from "vitest";
import { keywordsPage } from "../../.ci/keys.ts";
import { compile } from "../compile.ts";
import { printWholeCases } from "../emit/cases.ts";
import { compileLayout } from "../layout/compile-layout.ts";
import type { SpecSource } from "../parse/source.ts";
import { report } from "../report/report.ts";
import { resolver } from "../schema/roots.ts";
import { generate } from "../test/support/fixtures.ts";
import { filesIn } from "../test/support/shown-files.ts";
import { specSteps } from "../test/support/spec-steps.ts";
import { repository } from "../test/support/temporary-project.ts";

const page = readFileSync(join(repository, "docs", "spec-language.md"), "utf8");
const [, broken = ""] = page.split("\n### Mistakes\n");
const steps = specSteps(page);
const last = steps.at(-1)!.spec;

describe("docs/spec-language.md", () => {
  test("is read in a quarter of an hour", () => {
    expect(page.split(/\s+/).length).toBeLessThanOrEqual(3500);
  });

  test("has no block of YAML outside its steps but the one with mistakes", () => {
    expect([...page.matchAll(/^```yaml\n/gm)].length).toBe(steps.flatMap(({ added }) => added).length + 1);
  });

  test.each(steps)("step $number generates, and makes the cases that it shows", ({ number, spec, text }) => {
    expect(compile(spec).diagnostics).toEqual([]);
    const shown = /^```text\n([a-z]+\/[\s\S]*?)\n```$/m.exec(text)?.[1]?.split("\n");
    if (shown === undefined) return;
    const known = caseIds(steps[number - 2]?.spec ?? []);
    const behaviour = new Set(shown.map((id) => id.split("/")[0]));
    const added = caseIds(spec).filter((id) => !known.includes(id));
    expect(added.filter((id) => behaviour.has(id.split("/")[0]))).toEqual(shown);
  });

  test("shows the generated files", async () => {
    const files = await generate(last);
    for (const { path } of files) expect(page).toContain(`\`${path.replace(/\/.*/, "/")}`);
    const shown = filesIn(page, "ts", "// generated/");
    expect(shown.map(({ path }) => path)).toEqual(["types.ts", "handlers.ts"]);
    for (const { number, spec, text } of steps)
      for (const { path, text: part } of filesIn(text, "ts", "// generated/")) {
        const made = (await generate(spec)).find((file) => file.path === path)!.text;
        expect(made, `step ${number}`).toContain(part);
      }
  });

  test("shows the messages for mistakes", () => {
    const [section = ""] = broken.split("\n## ");
    const over = filesIn(section, "yaml", "# spec/");
    const sources = [
      ...steps[0]!.spec.filter(({ path }) => !over.some((other) => other.path === path)),
      ...over,
    ];
    const said = report(compile(sources).diagnostics, sources, {
      format: "human",
      folder: "spec/",
      colour: false,
    });
    expect(/^```text\n([\s\S]*?)\n```$/m.exec(section)?.[1]).toBe(said.trimEnd());
  });

  test("shows the text of a result", () => {
    const { model } = compile(last);
    const tool = model!.tools.find(({ outputAs }) => outputAs !== undefined)!;
    const { layout } = compileLayout(tool, resolver(model!))!;
    const shown = /^```text\n(Loan [\s\S]*?)\n```$/m.exec(page)?.[1];
    const output = readLayout(layout, shown!);
    expect(output).toEqual({ id: "loan_1", status: "open", due: "2026-12-01" });
    expect(writeLayout(layout, output!)).toBe(shown);
  });
});

test("guide/keywords.md describes every keyword and every format", () => {
  const text = keywordsPage();
  for (const [keyword, { says }] of Object.entries(keywords))
    expect(text).toContain(`| \`${keyword}\` | ${says.replaceAll("|", "\\|")} |`);
  for (const format of formatNames) expect(text).toContain(`\`${format}\``);
});

/** The ids of the cases of a spec, in the order of a run. A spec without files has none. */
function caseIds(spec: readonly SpecSource[]): readonly string[] {
  const { model } = spec.length > 0 ? compile(spec) : {};
  if (model === undefined) return [];
  return JSON.parse(printWholeCases(model)).cases.flatMap(({ id }: { id?: string }) => id ?? []);
}
