/** Each pattern of the spec language is said in words, with what to write in place of a text that has another form. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { compile } from "../compile.ts";
import { languages } from "../language/index.ts";
import type { SpecSource } from "../parse/source.ts";
import { schemaDefinitions } from "../schema/language.ts";
import { describeError } from "../structure/describe-error.ts";
import { fixture } from "../test/support/fixtures.ts";

function patternsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "pattern" && typeof inner === "string" ? [inner] : patternsIn(inner),
  );
}

const patterns = [...new Set(patternsIn([languages, schemaDefinitions()]))];

/** Texts that people write where a pattern refuses them. */
const texts = [
  "slots",
  "a.b[0].c",
  "$.items",
  "Get Form!",
  "Europe/Berlin",
  "GMT+2",
  "notes server",
  "example.org/x y",
  "git@github.com:ana/notes.git",
  "Zürich",
  "A".repeat(90),
  "page",
];

const digest = "^[a-f0-9]{64}$";

describe.each(patterns)("%s", (pattern) => {
  const validate = new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile({ pattern });

  test.each([...texts, `SHA256:${"0A".repeat(32)}`])("in place of %j", (text) => {
    const fits: boolean = validate(text);
    if (fits) return;
    const { detail, hint } = describeError(validate.errors![0]!, { file: "tools/a.yaml", path: ["key"] });
    expect(detail).not.toContain(pattern);
    expect(detail).not.toContain("of the form that this key has");
    // A digest can only be taken of a file.
    if (pattern === digest && !text.startsWith("SHA256:")) return;
    const [, written] = /^Write (".*")\.$/.exec(hint ?? "") ?? [];
    expect(written, `${hint} says what to write`).toBeDefined();
    expect(JSON.parse(written!)).toMatch(new RegExp(pattern, "u"));
  });
});

const { sources } = fixture("every-key");

/** The reports about a fixture in which a part of a file is another one. */
function reports(path: string, from: string, to: string): string[] {
  const edited: SpecSource[] = sources.map((source) => {
    if (source.path !== path) return source;
    expect(source.text).toContain(from);
    return { ...source, text: source.text.replace(from, to) };
  });
  return compile(edited).diagnostics.map(({ detail, hint }) => `${detail} ${hint}`);
}

const change = "tools/studio_change.yaml";
const list = "tools/studio_list.yaml";
const above = "mode: read\n";
const pointer = "which is not a JSON Pointer.";

test.each([
  ["a key", list, "url: /link", "url: link", `"url" is "link", ${pointer} Write "/link".`],
  [
    "an entry of a list",
    change,
    "repeats: [tags]",
    "repeats: [tags]\nidempotency: { same: [status, /left] }",
    `Entry 1 of "same" is "status", ${pointer} Write "/status".`,
  ],
  [
    "an entry of a map, of two alternatives",
    change,
    "repeats: [tags]",
    "repeats: { tags: items.tags }",
    `"tags" is "items.tags", ${pointer} Write "/items/tags".`,
  ],
  [
    "a text, of two alternatives",
    list,
    above,
    `${above}pages: { next: /link, filters: { limit: cost } }\n`,
    `"limit" is "cost", ${pointer} Write "/cost".`,
  ],
  [
    "a key of a map, of two alternatives",
    list,
    above,
    `${above}pages: { next: /link, filters: { limit: { path: cost } } }\n`,
    `"path" is "cost", ${pointer} Write "/cost".`,
  ],
  [
    "a list in a list",
    list,
    above,
    `${above}sums: [{ parts: [recordings.*.cost], total: /bytes }]\n`,
    `Entry 1 of "parts" is "recordings.*.cost", ${pointer} Write "/recordings/*/cost".`,
  ],
  [
    "a name in a map",
    "service.yaml",
    "\n  publish-recordings:",
    "\n  Cut Rain:",
    '"Cut Rain" is a name in "skills", which is not small letters and digits with single dashes. Write "cut-rain".',
  ],
  [
    "a value that is of neither alternative",
    change,
    "repeats: [tags]",
    "repeats: 3",
    '"repeats" is 3, not a list with something in it or a map. Results that repeat an argument: names that both have, or argument -> place in the output. The entries of a list may stand in the items of another one, in their order: `texts: /segments/*/source`.',
  ],
])("%s", (_, path, from, to, want) => {
  expect(reports(path, from, to)).toEqual(expect.arrayContaining([want]));
});
