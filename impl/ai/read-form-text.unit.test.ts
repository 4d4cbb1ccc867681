import { expect, test } from "vitest";
import { readFormText } from "./read-form-text.ts";

function read(text: string, language: "en" | "fr" | "de") {
  const { structure, problems } = readFormText(text, language);
  const fields = structure?.pages.flatMap((page) => page.fields) ?? [];
  return {
    problems,
    fields: fields.map((field) => [field.type, field.label[language]]),
    language: structure?.default_language,
  };
}

const german = "Bewerbung\nName *\nLebenslauf (Datei)\nAlter (Zahl, 18 bis 99)";

test.each(["en", "fr", "de"] as const)(
  "the words of a German text are read where its form is to be in %s",
  (language) => {
    expect(read(german, language)).toEqual({
      problems: [],
      fields: [
        ["short_text", "Name"],
        ["file_upload", "Lebenslauf"],
        ["number", "Alter"],
      ],
      language,
    });
  },
);

test("a text with the words of the chosen language is read in it, whatever language its labels are in", () => {
  const mixed = "Bewerbung für die Stelle\nIhr Lebenslauf (fichier)\nWie alt sind Sie? (nombre, 18 à 99)";
  expect(read(mixed, "fr").fields).toEqual([
    ["file_upload", "Ihr Lebenslauf"],
    ["number", "Wie alt sind Sie?"],
  ]);
  const english = "Bewerbung für die Stelle\nIhr Lebenslauf (file)\nName";
  expect(read(english, "en").fields).toEqual([
    ["file_upload", "Ihr Lebenslauf"],
    ["short_text", "Name"],
  ]);
});
