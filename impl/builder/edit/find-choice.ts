/** Finds choices and the fields that have them. */

import type { Choice, FormField } from "../../../generated/types.ts";
import { meaningOf } from "../fields/meaning.ts";
import { findKind } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { allFields, type EditContext, labelOf, listOf, refuse, unquoted } from "./context.ts";
import { findField, namesField } from "./find.ts";
import { isFragment } from "./fragments.ts";

export type FieldWithChoices = Extract<FormField, { choices: Choice[] }>;

export function hasChoices(reference: string | undefined, context: EditContext): boolean {
  return (
    reference !== undefined && namesField(reference, context) && "choices" in findField(reference, context)
  );
}

export function fieldWithChoices(reference: string, context: EditContext): FieldWithChoices {
  const field = findField(reference, context);
  if (!("choices" in field))
    return refuse("edit_no_choices", { field: labelOf(field, context), type: field.type });
  return field;
}

export function choiceLabels({ label }: Choice): string[] {
  return Object.values(label as Record<string, string>);
}

/** The choice of a field that a text names by its label in any language; undefined if there is none. */
export function choiceNamed(field: FieldWithChoices, reference: string): Choice | undefined {
  const wanted = unquoted(reference);
  return (
    field.choices.find((choice) => choiceLabels(choice).some((label) => isSame(label, wanted))) ??
    field.choices.find(({ id }) => isSame(id, wanted))
  );
}

/** The fields that have a choice of that name. */
export function choiceHolders(reference: string, context: EditContext): FieldWithChoices[] {
  return allFields(context.form)
    .filter((field): field is FieldWithChoices => "choices" in field)
    .filter((field) => choiceNamed(field, reference) !== undefined);
}

/** Where among the choices of a field a choice is. */
export function placedChoice(field: FieldWithChoices, reference: string): number {
  const choice = choiceNamed(field, reference);
  return choice ? field.choices.indexOf(choice) : -1;
}

export function findChoice(field: FieldWithChoices, reference: string, context: EditContext): Choice {
  const found = choiceNamed(field, reference);
  if (found) return found;
  const known = field.choices.map(({ label, id }) => `"${label[context.form.default_language] ?? id}"`);
  return refuse("edit_no_such_choice", {
    field: labelOf(field, context),
    choice: unquoted(reference),
    known: known.join(", "),
  });
}

/** Whether two texts say the same. */
export function isSame(a: string, b: string): boolean {
  return fold(a.trim()) === fold(b.trim());
}

/** "a single line will do", "a choice between yes": words for a type. */
function kindAt(text: string, { instructionLanguages }: EditContext): boolean {
  const words = text.split(" ");
  return [1, 2].some(
    (count) =>
      words.length > count && findKind(words.slice(0, count).join(" "), instructionLanguages) !== undefined,
  );
}

/** "drop guests", "make it a text", "a phone number for emergencies": what instructs or names a field is no choice. */
export function isNoChoice(choice: string, context: EditContext): boolean {
  const folded = fold(choice);
  if (/["“”„«»]|: /.test(choice) || isFragment(choice, context)) return true;
  const article = wordSet(listOf("skip", context)).start(folded);
  if (article && meaningOf(choice.slice(article.end).trim(), context.grammar, false)) return true;
  if (article && kindAt(choice.slice(article.end).trim(), context)) return true;
  const negation = wordSet(listOf("negations", context)).all(folded).at(-1);
  if (negation && negation.start > 0 && negation.end === folded.length) return true;
  return context.instructionLanguages.some((language) => {
    const verb = instructionsIn(language).verbs.start(folded);
    const rest = verb ? choice.slice(verb.end).trim() : "";
    return rest !== "" && (namesField(rest.split(" ")[0]!, context) || namesField(rest, context));
  });
}
