/** Holds the README, the changelog, the guides and the architecture of impl to their form, and against the repository. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claimProblems, pages, readTestSources, withoutClaimComments } from "../../.ci/doc-claims.ts";

const impl = join(import.meta.dirname, "..");
const readme = readFileSync(join(impl, "README.md"), "utf8");
const architecture = readFileSync(join(impl, "docs/architecture.md"), "utf8");
const handlers = [...readme.matchAll(/```ts\n(export function (\w+)\(.*?)```/gs)];

test("the README shows a handler", () => {
  expect(handlers.length).toBeGreaterThan(0);
});

test.each(handlers.map(([, code, name]) => ({ name: name!, code: code! })))(
  "the handler $name that the README shows is the one in the repository",
  ({ name, code }) => {
    expect(readFileSync(join(impl, "mcp/handlers", `${name}.ts`), "utf8")).toContain(code);
  },
);

test("an entry of the changelog is one line of at most 160 characters", () => {
  const changelog = readFileSync(join(impl, "CHANGELOG.md"), "utf8");
  const [, entries = ""] = changelog.split(/^(?=## )/m);
  const lines = entries.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => !line.startsWith("- ") || line.length > 160)).toEqual([]);
});

test("the architecture page maps every folder of impl, and no others", () => {
  const rooms = [...architecture.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`([\w/-]+)\/`/g)].map(([, room]) => room!),
  );
  const folders = readdirSync(impl, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map(({ name }) => name);
  expect(rooms.filter((room) => !room.includes("/")).toSorted()).toEqual(folders.toSorted());
});

const testSources = readTestSources();
const readPage = (path: string) => readFileSync(join(impl, "..", path), "utf8");

test.each(pages)("each promise of %s names a test that exists", (path) => {
  expect(claimProblems(readPage(path), testSources)).toEqual([]);
});

test("the glossary has at most 40 words in order, each with one sentence", () => {
  const rows = [...readPage("docs/glossary.md").matchAll(/^\| (.+) \| (.+) \|$/gm)].slice(1);
  const words = rows.map(([, word]) => word!);
  expect(words.length).toBeLessThanOrEqual(40);
  expect(words).toEqual(words.toSorted());
  expect(rows.filter(([, , meaning]) => !/^[A-Z][^.]*\.$/.test(meaning!))).toEqual([]);
});

const features = readPage("evidence/features.md");

test("each feature names tests that exist, or says what is missing", () => {
  const rows = [...features.matchAll(/^\| (\d+) \| (.+) \| (.+) \| (.+) \|$/gm)];
  expect(rows.map(([, number]) => Number(number))).toEqual(rows.map((_, index) => index + 1));
  for (const [, , feature, here = "", tests = ""] of rows) {
    expect(["yes", "partly", "no"]).toContain(here);
    if (here === "yes" || tests.includes('"'))
      expect([feature, claimProblems(`# A\n\nB.\n<!-- test: ${tests} -->\n`, testSources)]).toEqual([
        feature,
        [],
      ]);
  }
});

test.each<readonly [string, string, readonly string[]]>([
  ["a promise", "# A\n\nIt never fails. It is quick.\n", ["3: no test: It never fails."]],
  ["a promise with its test", '# A\n\nIt never fails.\n<!-- test: a.unit "it holds" -->\n', []],
  [
    "a test that is gone",
    '# A\n\nIt runs.\n<!-- test: a.unit "it held" -->\n',
    ["3: no test of a.unit: it held"],
  ],
  ["a file that is gone", '# A\n\nIt runs.\n<!-- test: b.unit "it holds" -->\n', ["3: 0 test files: b.unit"]],
  [
    "a test of the paragraph before",
    '# A\n\nIt runs.\n<!-- test: a.unit "it holds" -->\nAt most 3.\n',
    ["5: no test: At most 3."],
  ],
  [
    "a list, whose comment holds for all of it",
    '# A\n\n- Not this.\n\n- Only that.\n<!-- test: a.unit "it holds" -->\n',
    [],
  ],
  ["a row of a table", "# A\n\n| a | b |\n|---|---|\n| c | 4 MB |\n", ["3: no test: | c | 4 MB |"]],
  [
    "names, code and headings",
    "# A 3\n\n## Only\n\nHTTP 401, RFC 8707, S3, 2026-07-28, `never`.\n\n```sh\nnot 1\n```\n",
    [],
  ],
  ["a reason", "# A\n\nNever do this.\n<!-- no test: instruction -->\n", []],
  ["a reason that is none", "# A\n\nNever fails.\n<!-- no test: sure -->\n", ["3: no reason: sure"]],
  ["a page that a test compares", '# A\n<!-- page: a.unit "it holds" -->\n\nAt most 3.\n', []],
  [
    "a figure without the program",
    "# A\n\nIt takes 3 s.\n<!-- measured: bench/none.ts -->\n",
    ["3: no file: bench/none.ts"],
  ],
])("%s", (_, text, problems) => {
  const tests = new Map([["impl/test/a.unit", 'test("it holds, and more", () => {});']]);
  expect(claimProblems(text, tests)).toEqual(problems);
});

test("a packed page has no comments about tests", () => {
  const text = '# A\n\nIt never fails.\n<!-- test: a.unit "it holds";\nb.unit "too" -->\n\nNext.\n';
  expect(withoutClaimComments(text)).toBe("# A\n\nIt never fails.\n\nNext.\n");
});
