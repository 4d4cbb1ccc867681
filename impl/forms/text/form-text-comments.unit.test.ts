/** The comments below a printed form, which name what its text leaves out. */
import { expect, test } from "vitest";
import type { FormStructure } from "../../../generated/types.ts";
import { printFormText } from "./print.ts";

const form: FormStructure = {
  title: { en: "Trip", de: "Ausflug", fr: "Sortie" },
  default_language: "en",
  languages: ["en", "de", "fr"],
  pages: [
    {
      id: "one",
      fields: [
        {
          id: "bus",
          type: "yes_no",
          label: { en: "Bus" },
          image: { image_id: "img_0000000000000000000000" },
        },
        {
          id: "stop",
          type: "short_text",
          label: { en: "Which\nstop" },
          visible_if: { all: [{ field: "bus", op: "equals", value: true }] },
        },
        {
          id: "old",
          type: "short_text",
          label: { en: "Old" },
          image: { video: "https://vimeo.com/76979871" },
          retired: true,
        },
      ],
    },
  ],
  hidden_fields: [{ id: "source" }, { id: "code" }],
  endings: [
    { id: "end", title: { en: "Bye" } },
    { id: "end_2", title: { en: "See you" }, image: { image_id: "img_0000000000000000000000" } },
  ],
  theme: { color: "#112233" },
};

const ENGLISH = [
  '// Not in this text: the conditions of "Which stop".',
  "// Not in this text: 1 question that is no longer asked.",
  "// Not in this text: 2 hidden fields.",
  "// Not in this text: 2 endings.",
  "// Not in this text: 2 pictures.",
  "// Not in this text: 1 video.",
  "// Not in this text: colours, fonts and pictures.",
  "// Not in this text: the translations.",
];

const GERMAN = [
  "// Nicht in diesem Text: die Bedingungen von „Which stop“.",
  "// Nicht in diesem Text: 1 Frage, die nicht mehr gestellt wird.",
  "// Nicht in diesem Text: 2 versteckte Felder.",
  "// Nicht in diesem Text: 2 Abschlussseiten.",
  "// Nicht in diesem Text: 2 Bilder.",
  "// Nicht in diesem Text: 1 Video.",
  "// Nicht in diesem Text: Farben, Schriften und Bilder.",
  "// Nicht in diesem Text: die Übersetzungen.",
];

const comments = (text: string) => text.split("\n").filter((line) => line.startsWith("//"));

test("comments are in the language of the text, or else in English", () => {
  expect(comments(printFormText(form, "en"))).toEqual(ENGLISH);
  expect(comments(printFormText(form, "de"))).toEqual(GERMAN);
  expect(comments(printFormText(form, "sv"))).toEqual(ENGLISH);
});

test("comments are in the language of the reader where it is known", () => {
  const text = printFormText(form, "fr", "de");
  expect(comments(text)).toEqual(GERMAN);
  expect(text.startsWith("Sortie\n")).toBe(true);
});

test.for(["receipt_subject", "receipt_text"] as const)("a comment names the words for copies: %s", (key) => {
  const plain: FormStructure = {
    title: { en: "Trip" },
    default_language: "en",
    languages: ["en"],
    pages: [{ id: "one", fields: [{ id: "bus", type: "yes_no", label: { en: "Bus" } }] }],
  };
  expect(comments(printFormText(plain, "en"))).toEqual([]);
  expect(comments(printFormText({ ...plain, settings: { [key]: { en: "See you" } } }, "en"))).toEqual([
    "// Not in this text: own words of the copy for respondents.",
  ]);
});
