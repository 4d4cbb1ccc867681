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
const [whole = "", rest = ""] = page.split("\n## Mistakes\n");
const [broken = ""] = rest.split("\n## ");

describe("docs/spec-language.md", () => {
  const spec: readonly File[] = filesIn(whole);

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

  test("is read in a quarter of an hour", () => {
    expect(page.split(/\s+/).length).toBeLessThanOrEqual(3500);
  });

  test("shows the cases that added lines make", async () => {
    const [, behaviour = ""] = page.split("\n## How tools behave\n");
    const steps = behaviour.split("\n### ").filter((step) => filesIn(step).length > 0);
    expect(steps.map((step) => step.split("\n")[0])).toEqual([
      "Private things",
      "Calls that are repeated",
      "Pages",
    ]);
    let grown = spec;
    let known = await caseIds(grown);
    for (const step of steps) {
      grown = withAdded(grown, filesIn(step));
      const ids = await caseIds(grown);
      const shown = /^```text\n([\s\S]*?)\n```$/m.exec(step)?.[1];
      expect(shown?.split("\n")).toEqual(ids.filter((id) => !known.includes(id)));
      known = ids;
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

interface File {
  readonly path: string;
  readonly text: string;
}

async function caseIds(spec: readonly File[]): Promise<string[]> {
  const file = (await generate(spec)).find(({ path }) => path === "cases.json")!;
  return JSON.parse(file.text).cases.map(({ id }: { id: string }) => id);
}

/** The files with added lines. A key that a file has already gets its new value. */
function withAdded(spec: readonly File[], added: readonly File[]): File[] {
  return spec.map(({ path, text }) => {
    const lines = added.find((file) => file.path === path)?.text ?? "";
    return { path, text: [...new Map([...keysOf(text), ...keysOf(lines)]).values()].join("") };
  });
}

/** The lines of each key at the root of a file. */
function keysOf(text: string): [key: string, lines: string][] {
  return text.split(/^(?=\w+:)/m).map((lines) => [lines.split(":")[0]!, lines]);
}

/** The files of a spec that a page shows: each block starts with a comment that names one. */
function filesIn(text: string): File[] {
  return [...text.matchAll(/^```yaml\n# spec\/(\S+)\n([\s\S]*?)^```$/gm)].map(([, path, content]) => ({
    path: path!,
    text: content!,
  }));
}
