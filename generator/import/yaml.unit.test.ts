import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "../parse/document.ts";
import { yamlText } from "./yaml.ts";

const texts = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom(..."ab #:-?'\"\\|>&*!%@`{}[],\n\t\r ~=<0123.") }),
  fc.constantFrom(
    "",
    "null",
    "~",
    "true",
    "no",
    "0x1F",
    "1e3",
    ".inf",
    "<<",
    "2026-01-01",
    "---",
    "...",
    "- a",
    "# x",
  ),
  fc.lorem({ maxCount: 60 }),
  fc.array(fc.lorem({ maxCount: 20 }), { maxLength: 5 }).map((lines) => lines.join("\n")),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    texts,
    fc.boolean(),
    fc.constant(null),
    fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.constantFrom(-0, 2 ** 53, 2 ** 63, -(2 ** 64), 1e300)),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.array(tie("value"), { maxLength: 5 }),
    fc.dictionary(texts, tie("value"), { maxKeys: 5 }),
  ),
}));

test("any written data reads back as the same data", () => {
  fc.assert(
    fc.property(fc.dictionary(texts, json.value, { maxKeys: 4 }), (data) => {
      const [{ value, diagnostics } = expect.fail()] = parse([
        { path: "types/any.yaml", text: yamlText(data) },
      ]);
      expect(diagnostics).toEqual([]);
      expect(JSON.parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(data)));
    }),
    { numRuns: 700 },
  );
});

/** Texts of many lines, some empty or of blanks alone, with every character that UTF-8 can encode. */
const longTexts = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(..."\n\n\n  \t\r\\\"':#-abc") },
      { weight: 2, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 8 }) },
      { weight: 2, arbitrary: fc.constantFrom("word ", "a run of words ", "\n \n", " \n", "x".repeat(120)) },
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join("").toWellFormed());

test("preserves every text, at any length, as a key, a value or an item, at any depth", () => {
  fc.assert(
    fc.property(longTexts, fc.nat({ max: 4 }), (text, depth) => {
      let data: object = { description: text, [text.slice(0, 200).toWellFormed()]: [text, { title: text }] };
      for (let level = 0; level < depth; level++) data = { properties: data };
      const [{ value, diagnostics } = expect.fail()] = parse([
        { path: "types/any.yaml", text: yamlText(data) },
      ]);
      expect({ diagnostics, json: JSON.stringify(value) }).toEqual({
        diagnostics: [],
        json: JSON.stringify(data),
      });
    }),
    { numRuns: 500 },
  );
});

test("folds long prose, and keeps prose with line breaks", () => {
  const text = yamlText({
    title: "Find a note",
    long: "Finds notes by their titles. A typo, a missing word or swapped words do no harm. At most ten notes come back, the best one first.",
    lines: "First line.\n\n- an item: with a colon\n- another\n",
    input: { type: "object", properties: { query: { type: "string", maxLength: 200 } }, required: ["query"] },
  });
  expect(text).toBe(`\
title: Find a note
long: >-
  Finds notes by their titles. A typo, a missing word or swapped words do no harm. At most ten notes come
  back, the best one first.
lines: |
  First line.

  - an item: with a colon
  - another
input:
  type: object
  properties: { query: { type: string, maxLength: 200 } }
  required: [ query ]
`);
});

test("writes a text that begins with a line break as it is, and quotes one with trailing blanks", () => {
  const text = yamlText({
    block: "\nFirst line.\n\n  - an item\n",
    quoted:
      "\nScrapes one page.\n \nThe second paragraph is longer than a line of the file is: its rest follows below.\n",
  });
  expect(text).toBe(`\
block: |

  First line.

    - an item
quoted: "\\nScrapes one page.\\n\\ \\nThe second paragraph is longer than a line of the file is: its rest follows
  below.\\n"
`);
});

test("resolves an alias to the last node before it with its anchor, and keeps the alias's place", () => {
  const text = "first: &a one\nsecond: *a\nthird: &a [two]\nfourth: [*a, *a]\n";
  const [document = expect.fail()] = parse([{ path: "types/any.yaml", text }]);
  expect(document.value).toEqual({ first: "one", second: "one", third: ["two"], fourth: [["two"], ["two"]] });
  expect(document.place(["fourth", 1, 0])).toMatchObject({ line: 3, column: 12, length: 3 });
});
