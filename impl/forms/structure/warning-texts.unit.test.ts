import { expect, test } from "vitest";
import { builtInGenerator } from "../../ai/built-in.ts";
import { warningText } from "../../texts/sentences/warnings.ts";

test.each([
  [
    "untranslated",
    '2 texts are not translated into French ("fr"): respondents see English there.',
    "Auf Französisch sind nicht alle Texte übersetzt. Unter „Sprachen und Übersetzungen“ sehen Sie, welche.",
  ],
  [
    "untranslated",
    'The new title is not translated into French ("fr"), German ("de").',
    "Auf Französisch, Deutsch sind nicht alle Texte übersetzt. Unter „Sprachen und Übersetzungen“ sehen Sie, welche.",
  ],
  ["comment", 'A comment, so not in the form: "ask Jo".', "Ein Kommentar, also nicht im Formular: „ask Jo“."],
  [
    "not_understood",
    'Not understood and not in the form: "no dogs".',
    "„no dogs“ wurde nicht verstanden und steht nicht im Formular.",
  ],
  [
    "text_details_unread",
    '"20 places each": A part of this bracket is not a word of the notation.',
    "„20 places each“: Ein Teil dieser Klammer ist kein Wort der Schreibweise.",
  ],
  [
    "translation_outdated",
    '"Which ship?" is new in English, and its translation into German ("de") still belongs to the former text. Translate it again, or leave the translation out.',
    "„Which ship?“ ist neu, und eine Übersetzung davon sagt noch, was vorher dort stand. Übersetzen Sie den Text neu unter „Sprachen und Übersetzungen“.",
  ],
  [
    "unused_translation",
    'Texts in Italian are kept, but nobody sees them: add "it" to languages to offer it.',
    "Texte auf Italienisch sieht niemand, weil das Formular diese Sprache nicht anbietet. Ergänzen Sie sie unter „Sprachen und Übersetzungen“, oder lassen Sie es so.",
  ],
  [
    "mention",
    "{{moons}} is answered only after this text, which shows … in its place until then.",
    "„{{moons}}“ in einem Text zeigt dort keine Antwort: Die Frage fehlt, kommt erst danach, oder ihre Antwort kann in keinem Satz stehen.",
  ],
  [
    "label_list",
    'Read as part of the label: "soprano, alto". To make choices of it, write | between them.',
    "„soprano, alto“ steht im Text der Frage. Sollen es Antworten zur Auswahl sein, schreiben Sie | dazwischen.",
  ],
  ["mention", "A message of another kind.", "A message of another kind."],
])("%s: %s", (code, message, german) => {
  expect(warningText({ code, message }, "de")).toBe(german);
});

test("a list in a bracket stays in the label, and its warning says how to make choices of it", async () => {
  const prompt = "Choir\nVoice part (soprano, alto, tenor)\nSection (strings | brass)";
  const request = { accountId: "", prompt, title: undefined, languages: undefined };
  const { structure, warnings } = await builtInGenerator(request, new AbortController().signal);
  const fields = structure.pages.flatMap((page) => page.fields);
  expect(fields.map(({ type, label }) => [type, label.en])).toEqual([
    ["short_text", "Voice part (soprano, alto, tenor)"],
    ["single_choice", "Section"],
  ]);
  expect(warnings.map(({ code, message }) => [code, message])).toEqual([
    [
      "label_list",
      'Read as part of the label: "soprano, alto, tenor". To make choices of it, write | between them.',
    ],
  ]);
});
