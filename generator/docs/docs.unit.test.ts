import { join } from "node:path";
import fc from "fast-check";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { describe, expect, test } from "vitest";
import { compile } from "../compile.ts";
import { emitDocs } from "../emit/docs.ts";
import { readSpec } from "../files/spec.ts";
import type { Limit } from "../model/model.ts";
import { fixture, fixtures } from "../test/support/fixtures.ts";
import { repository } from "../test/support/temporary-project.ts";
import { cell, code, prose, table, words } from "./markdown.ts";
import { limitValue } from "./tables.ts";

const specs = [
  { name: "our own", sources: readSpec(join(repository, "spec")) },
  ...fixtures.map(({ name, sources }) => ({ name, sources })),
];

describe.each(specs)("the reference of $name", ({ sources }) => {
  const { model } = compile(sources);
  const page = emitDocs(model!).text;
  const html = render(page);

  test("has a section for each tool, and every link in it leads somewhere", () => {
    const anchors = new Set([...html.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...html.matchAll(/<a href="#([^"]+)"/g)].map(([, id]) => decodeURIComponent(id!));
    expect(links.filter((id) => !anchors.has(id))).toEqual([]);
    for (const { name } of model!.tools) expect(page).toContain(`\n## ${words(name)}\n`);
  });

  test("describes each shape once", () => {
    const anchors = [...page.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id);
    expect(anchors.length).toBe(new Set(anchors).size);
  });

  test("shows every example as JSON", () => {
    const shown = [...page.matchAll(/^```json\n([\s\S]*?)\n```$/gm)].map(([, text]) => JSON.parse(text!));
    for (const { name, examples } of model!.tools) {
      for (const { input } of examples)
        expect(shown).toContainEqual({ method: "tools/call", params: { name, arguments: input } });
    }
  });

  test("has the same columns in each row of a table", () => {
    const tables = page
      .trim()
      .split("\n\n")
      .filter((block) => block.startsWith("| "));
    const uneven = tables.filter((block) => new Set(block.split("\n").map(columns)).size !== 1);
    expect(uneven).toEqual([]);
  });
});

test("describes presence, defaults, bounds, scopes of fields and alternatives", () => {
  const { model } = compile(fixture("every-key").sources);
  const page = emitDocs(model!).text;
  for (const { name } of model!.limits) expect(page).toContain(`\`${name}\``);
  for (const { name } of model!.states) expect(page).toContain(`### ${name}`);
  expect(page).toContain("```mermaid\nstateDiagram-v2\n");
  expect(page).toContain("A call has exactly one of `action`, `tags`.");
  const guarded = emitDocs(compile(fixture("guarded-fields").sources).model!).text;
  expect(guarded).toContain("only with the scope `people:salary`");
});

/** Texts of a spec may hold anything; a page shows it, and does nothing else with it. */
test.each<[words: string, limit: Partial<Limit>]>([
  ["at most 5", { numbers: { max: 5 } }],
  ["1 to 5", { numbers: { min: 1, max: 5 } }],
  ["at most 20 a day", { numbers: { max: 20 }, settings: { period: "day" } }],
  ["at most as many as `/places` says", { settings: { max: "/places" } }],
  ["at most 12 in all (`/hours`)", { numbers: { max: 12 }, sum: "/hours" }],
  [
    "at most as much as `/daily_limit` says in all (`/cents`) a day",
    { settings: { max: "/daily_limit", period: "day" }, sum: "/cents" },
  ],
])("a count is described as: %s", (words, limit) => {
  const at = { file: "service.yaml", path: [] };
  const whole = { name: "some", kind: "count", numbers: {}, settings: {}, appliesTo: [], at, ...limit };
  expect(limitValue(whole)).toBe(words);
});

describe("a hand-written text", () => {
  const hostile: readonly string[] = [
    "<script>alert(1)</script>",
    "<!-- hidden -->",
    "a | b | c",
    "[click](javascript:alert(1)) ![x](http://x)",
    "*not* _emphasised_ **at** all ~~gone~~",
    "https://example.org/a_b_c",
    "&lt;b&gt; &amp; &#60;",
    "back\\slash and `unbalanced",
    "snake_case_name and __init__",
    "| --- |",
    "ends with \\",
  ];

  test.each(hostile)("%s stays itself in a cell", (text) => {
    expect(cellsOf(table(["a", "b"], [[cell(text), "end"]]))).toEqual([text, "end"]);
  });

  test("any text stays itself in a cell", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab _*`~|<>[]()!#&;\\-+=.:/0") }), (text) => {
        fc.pre(text.trim() !== "");
        const wanted = visible(text.replace(/\s+/g, " ").trim());
        expect(cellsOf(table(["a", "b"], [[cell(text), "end"]]))).toEqual([wanted, "end"]);
      }),
      { numRuns: 500 },
    );
  });

  test("any text stays itself in a code span, in a cell too", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab`|\\ "), minLength: 1 }), (text) => {
        fc.pre(text.trim() === text && !/\s\s/.test(text));
        expect(cellsOf(table(["a", "b"], [[code(text), "end"]]))).toEqual([text, "end"]);
      }),
      { numRuns: 500 },
    );
  });

  test("prose keeps its paragraphs, lists and code spans, and makes no headings, quotes or HTML", () => {
    const text =
      "First `code` line.\n\n- one\n- two\n\n# no heading\n> no quote\n---\nText\n===\n+ plus\n<b>no</b>";
    const html = render(prose(text));
    expect(html).toContain("<code>code</code>");
    expect(html.match(/<li>/g)?.length).toBe(2);
    expect(html).not.toMatch(/<(h\d|blockquote|hr|b)\b/);
  });
});

function render(markdown: string): string {
  return micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

function columns(row: string): number {
  return row.replaceAll("\\|", "").split("|").length;
}

/** Returns the visible texts of the cells in a table's only row. */
function cellsOf(markdown: string): string[] {
  return [...render(markdown).matchAll(/<td>([\s\S]*?)<\/td>/g)].map(([, html]) => plain(html!));
}

function plain(html: string): string {
  return html
    .replace(/<\/?(code|a)\b[^>]*>/g, "")
    .replace(/&(lt|gt|amp|quot);/g, (_, name: string) => ({ lt: "<", gt: ">", amp: "&", quot: '"' })[name]!);
}

/** Balanced code spans are meant as such: their marks are not seen. */
function visible(text: string): string {
  return plain(render(`x${words(text)}x`).replace(/^<p>x|x<\/p>$/g, ""));
}
