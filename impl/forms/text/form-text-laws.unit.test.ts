/** Tests the laws of form texts: a printed form is read as the same form, and every character of a text is accounted for. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FormStructure, Language } from "../../../generated/types.ts";
import { anyForm, anyText, withoutIds } from "../../test/support/random-forms.ts";
import { languageCodes } from "../../texts/languages.ts";
import { parseFormText } from "./parse.ts";
import { printFormText } from "./print.ts";

const options = { language: "en", untitled: "New form" } as const;

test("a printed form is read as the same form", () => {
  fc.assert(
    fc.property(anyForm, (form) => {
      const text = printFormText(form, "en");
      const { structure, problems, quoted } = parseFormText(text, options);
      expect({ problems, quoted, text, structure: withoutIds(structure) }).toEqual({
        problems: [],
        quoted: [],
        text,
        structure: withoutIds(form),
      });
    }),
    { numRuns: 100 },
  );
});

test.each(languageCodes)("a form printed in %s is read as the same form", (language) => {
  fc.assert(
    fc.property(anyForm, (english) => {
      const form = translated(english, language);
      const text = printFormText(form, language);
      const { structure, problems, quoted } = parseFormText(text, { language, untitled: "New form" });
      expect({ problems, quoted, text, structure: withoutIds(structure) }).toEqual({
        problems: [],
        quoted: [],
        text,
        structure: withoutIds(form),
      });
    }),
    { numRuns: 5 },
  );
});

test.each([
  "We meet on **Saturday**, at the *old mill*",
  "Bring:\n- shoes\n- a lunch\n  - no nuts\n\n1. Register\n2. Come",
  "Read the [terms](https://example.org/terms?a=1) first: **then** come",
  "- shoes\n- lunch",
])("a description in Markdown is read as the same one: %s", (description) => {
  const field = {
    id: "name",
    type: "short_text",
    label: { en: "Name" },
    description: { en: description },
  } as const;
  const form: FormStructure = {
    title: { en: "Workshop" },
    description: { en: description },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "p1", fields: [field] }],
  };
  const { structure, problems, quoted } = parseFormText(printFormText(form, "en"), options);
  expect({ problems, quoted, structure: withoutIds(structure) }).toEqual({
    problems: [],
    quoted: [],
    structure: withoutIds(form),
  });
});

/** The form as if its texts were in another language. */
function translated(form: FormStructure, language: Language): FormStructure {
  const json = JSON.stringify(form).replaceAll('{"en":', `{${JSON.stringify(language)}:`);
  return { ...JSON.parse(json), default_language: language, languages: [language] };
}

const lines = fc.array(
  fc.oneof(
    anyText,
    fc.constantFrom(
      "",
      "- a",
      "  - b",
      "1. a",
      "a) b",
      "b) c",
      "[ ] a",
      "Why?",
      "| a | b |",
      "---",
      "# Page",
      "> help",
    ),
  ),
  {
    maxLength: 12,
  },
);

test("the leaves of a text join to the text", () => {
  fc.assert(
    fc.property(lines, (parts) => {
      const text = parts.join("\n");
      const { document } = parseFormText(text, options);
      const joined = document.lines.flatMap(({ leaves }) =>
        leaves.map(({ from, to }) => text.slice(from, to)),
      );
      expect(joined.join("")).toBe(text);
    }),
  );
});
