import { expect, test } from "vitest";
import type { FormField, FormStructure } from "../../../../generated/types.ts";
import { editorTexts } from "../../../texts/owner/editor/texts.ts";
import { ownerLanguages, ownerTranslation } from "../../../texts/owner/owner-texts.ts";
import { warningText } from "../../../texts/sentences/warnings.ts";
import { exampleWarnings } from "./example-texts.ts";

function formWith(fields: readonly FormField[], title = "Club"): FormStructure {
  const page = { id: "one", fields: [...fields] as FormStructure["pages"][number]["fields"] };
  return { title: { en: title }, default_language: "en", languages: ["en"], pages: [page] };
}

const drink = (...labels: string[]): FormField => ({
  id: "drink",
  type: "single_choice",
  label: { en: "Drink" },
  choices: labels.map((label, at) => ({ id: `c${at}`, label: { en: label } })),
});

test.each([...ownerLanguages])(
  "the texts that new forms and questions begin with are examples: %s",
  (language) => {
    const texts = editorTexts[language];
    const { say } = ownerTranslation(language);
    for (const title of [texts.new_form_title, say("new_empty_title"), say("new_title")])
      expect(exampleWarnings(formWith([], title)).map(({ path }) => path)).toEqual(["/title"]);
    const label: FormField = { id: "name", type: "short_text", label: { en: texts.new_label } };
    expect(exampleWarnings(formWith([label])).map(({ path }) => path)).toEqual(["/pages/0/fields/0/label"]);
    const choice = texts.new_choice.replace("{n}", "2");
    expect(exampleWarnings(formWith([drink("Tea", choice)])).map(({ path }) => path)).toEqual([
      "/pages/0/fields/0/choices/1/label",
    ]);
  },
);

test("a question has one warning for all its examples, which quotes the first of them", () => {
  const [warning, ...more] = exampleWarnings(
    formWith([drink("Choice 1", "Choice 2", "Choice 3", "Choice 4")]),
  );
  expect(more).toEqual([]);
  expect(warning).toEqual({
    code: "example_text",
    message:
      'Still an example: "Choice 1", "Choice 2", "Choice 3". Respondents would read it as it is. Write your own text, or remove it.',
    path: "/pages/0/fields/0/choices/0/label",
  });
  expect(warningText(warning!, "de")).toBe(
    "Noch ein Beispiel: „Choice 1“, „Choice 2“ und „Choice 3“. Teilnehmende würden es so lesen. Schreiben Sie Ihren eigenen Text, oder entfernen Sie es.",
  );
});

test("own texts are no examples, nor is what respondents do not see", () => {
  const own = drink("Choice of the day", "Option A");
  const retired: FormField = { id: "name", type: "short_text", label: { en: "New question" }, retired: true };
  expect(exampleWarnings(formWith([own, retired], "New forms of art"))).toEqual([]);
  const hidden = drink("Tea", "Choice 2");
  if ("choices" in hidden) hidden.choices[1]!.retired = true;
  expect(exampleWarnings(formWith([hidden]))).toEqual([]);
});
