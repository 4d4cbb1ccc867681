import { readFileSync } from "node:fs";
import { join } from "node:path";
import { keywords } from "@toolwright/json-schema";
import { formatNames } from "ajv-formats/dist/formats.js";
import { describe, expect, test } from "vitest";
import { compile } from "../compile.ts";
import { report } from "../report/report.ts";
import { generate } from "../test/support/fixtures.ts";
import { expectGolden } from "../test/support/golden.ts";
import { repository } from "../test/support/temporary-project.ts";

const page = readFileSync(join(repository, "docs", "spec-language.md"), "utf8");
const [whole = "", broken = ""] = page.split("\n## Mistakes\n");

describe("docs/spec-language.md", () => {
  const spec = filesIn(whole);

  test("shows a spec without mistakes", () => {
    expect(spec.map(({ path }) => path).sort()).toEqual([
      "scenarios/publishing.yaml",
      "service.yaml",
      "tools/notes_find.yaml",
      "tools/notes_save.yaml",
      "types/note.yaml",
      "types/note_id.yaml",
    ]);
    expect(compile(spec).diagnostics).toEqual([]);
  });

  test("shows the generated files", async () => {
    const files = await generate(spec);
    for (const { path } of files) expect(whole).toContain(`\`${path.replace(/\/.*/, "/")}`);
    const shown = [...whole.matchAll(/^```(?:ts|jsonc)\n\/\/ generated\/(\S+)\n([\s\S]*?)\n```$/gm)];
    expect(shown.map(([, path]) => path)).toEqual(["types.ts", "handlers.ts", "manifest.json", "limits.ts"]);
    for (const [, path, text] of shown) {
      const file = files.find((candidate) => candidate.path === path)!;
      for (const part of text!.split(/\n\n(?=export)/)) expect(file.text).toContain(`${part}\n`);
    }
  });

  test("shows the messages for mistakes", () => {
    const over = filesIn(broken);
    const sources = [...spec.filter(({ path }) => !over.some((other) => other.path === path)), ...over];
    const said = report(compile(sources).diagnostics, sources, {
      format: "human",
      folder: "spec/",
      colour: false,
    });
    expect(/^```text\n([\s\S]*?)\n```$/m.exec(broken)?.[1]).toBe(said.trimEnd());
  });
});

test("docs/keywords.md describes every keyword and every format", () => {
  const rows = Object.entries(keywords).map(([keyword, { on, annotation, legacy, since, says }]) => {
    const notes = [
      ...(on ? [`of ${on}s`] : []),
      ...(annotation ? ["refuses nothing"] : []),
      ...(legacy ? ["of older drafts"] : []),
      ...(since ? ["not in draft-07"] : []),
    ];
    return `| \`${keyword}\` | ${says.replaceAll("|", "\\|")} | ${notes.join("; ")} |`;
  });
  const text = `# The keywords of a schema
<!-- page: spec-language.unit "docs/keywords.md describes every keyword and every format"; generator/test/keywords.process "%s accepts fitting and rejects other values" -->

Those of JSON Schema 2020-12, of draft-07 where it differs, and of the spec language (\`x-requires-scope\`). A keyword of another
name that starts with \`x-\` is passed through; one that does not is passed through with a warning, or is an error where it is
near to one of these.

| keyword | what it says | |
|---|---|---|
${rows.join("\n")}

## Formats

\`format\` is asserted for these; another one is passed through with a warning.

${formatNames.map((name) => `\`${name}\``).join(", ")}
`;
  expectGolden(join(repository, "docs", "keywords.md"), text);
});

/** The files of a spec that a page shows: each block starts with a comment that names one. */
function filesIn(text: string): { path: string; text: string }[] {
  return [...text.matchAll(/^```yaml\n# spec\/(\S+)\n([\s\S]*?)^```$/gm)].map(([, path, content]) => ({
    path: path!,
    text: content!,
  }));
}
