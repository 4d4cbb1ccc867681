/** Tests translations without a model: common texts of forms, in every pair of languages. */
import { describe, expect, test } from "vitest";
import type { Language } from "../../generated/types.ts";
import { LANGUAGES } from "../texts/detection/names.ts";
import { knownTranslation } from "./known-texts.ts";
import { knownTextsIn } from "./words/known-texts.ts";

const ORDINARY = [
  ...["Name", "First name", "Last name", "Email", "Phone", "Address", "Company", "Date"],
  ...["Message", "Comments", "Submit", "Contact form", "Thank you!"],
].map((text) => ({ text, isChoice: false }));
const CHOICES = ["Yes", "No", "Maybe", "Other", "Very satisfied"].map((text) => ({ text, isChoice: true }));

const others = LANGUAGES.filter((language) => language !== "en");

test.each(others)("13 of 13 ordinary labels and all ordinary choices are known in %s", (language) => {
  const missing = [...ORDINARY, ...CHOICES].filter((one) => !knownTranslation(one, "en", language)?.trim());
  expect(missing).toEqual([]);
});

/** The same words from a form in any language, by its own labels. */
test.each(LANGUAGES)("labels of a form in %s are known in all other languages", (from) => {
  const { fields, choices, texts } = knownTextsIn(from);
  const own = [fields.name, fields.email, fields.phone, fields.message, texts.send, texts.thanks];
  const asked = [
    ...own.map((text) => ({ text, isChoice: false })),
    ...[choices.yes, choices.no, choices.other].map((text) => ({ text, isChoice: true })),
  ];
  const missing = LANGUAGES.filter((to) => to !== from).flatMap((to) =>
    asked.filter((one) => knownTranslation(one, from, to) === undefined).map(({ text }) => `${to} ${text}`),
  );
  expect(missing).toEqual([]);
});

describe("translates a known text", () => {
  const cases: [text: string, isChoice: boolean, from: Language, to: Language, wanted: string | undefined][] =
    [
      ["E-Mail:", false, "de", "es", "Correo electrónico"],
      ["Phone", false, "en", "de", "Telefon"],
      ["telephone number", false, "en", "de", "Telefonnummer"],
      ["Submit", false, "en", "de", "Absenden"],
      ["Weiter", false, "de", "fr", "Suivant"],
      // A word of two meanings: what comes by mail, and what somebody works as.
      ["Post", true, "ga", "en", "Post"],
      ["Post", false, "ga", "en", "Position"],
      ["Sonstiges", true, "de", "en", "Other"],
      ["10 – 20 €", true, "en", "de", "10 – 20 €"],
      ["{{email}}", false, "en", "de", undefined],
      ["Level", false, "en", "de", undefined],
      ["Which of our boats did you sail?", false, "en", "de", undefined],
    ];
  test.each(cases)("%s (choice: %s), %s to %s: %s", (text, isChoice, from, to, wanted) => {
    expect(knownTranslation({ text, isChoice }, from, to)).toBe(wanted);
  });
});
