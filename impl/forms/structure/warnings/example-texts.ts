/** Warns of texts that were never written: those that a new form or question begins with. */
import type { Choice, FormStructure, LocalizedText, Warning } from "../../../../generated/types.ts";
import { isExampleText } from "../../../texts/owner/example-texts.ts";
import { choiceLists, choicesIn } from "../offered-form.ts";
import { type Placed, placedFields } from "../places.ts";
import { isRetired } from "../retirement.ts";

export const EXAMPLE_TEXT = "example_text";

const MAX_QUOTED = 3;

/** Makes one warning for the title, and one for each question, with the texts that respondents would read as they are. */
export function exampleWarnings(structure: FormStructure): Warning[] {
  const { title } = structure;
  const questions = placedFields(structure).flatMap(({ value: field, path }) => {
    if (isRetired(field)) return [];
    const items = choiceLists.flatMap((list) =>
      choicesIn(field, list).map((choice, at) => ({ value: choice, path: `${path}/${list}/${at}` })),
    );
    const offered = items.filter(({ value }) => !isRetired(value)).map(toLabel);
    return warnOf([{ value: field.label, path: `${path}/label` }, ...offered], structure);
  });
  return [...warnOf([{ value: title, path: "/title" }], structure), ...questions];
}

function toLabel({ value, path }: Placed<Choice>): Placed<LocalizedText> {
  return { value: value.label, path: `${path}/label` };
}

function warnOf(texts: readonly Placed<LocalizedText>[], { languages }: FormStructure): Warning[] {
  const examples = texts.flatMap(({ value, path }) => {
    const text = languages.flatMap((language) => value[language] ?? []).find(isExampleText);
    return text === undefined ? [] : [{ text: text.trim(), path }];
  });
  const [first] = examples;
  if (first === undefined) return [];
  const quoted = examples.slice(0, MAX_QUOTED).map(({ text }) => `"${text}"`);
  const message = `Still an example: ${quoted.join(", ")}. Respondents would read it as it is. Write your own text, or remove it.`;
  return [{ code: EXAMPLE_TEXT, message, path: first.path }];
}
