/** Sets how many responses may take each choice of a field: "limit each option to 5", "max 4 per slot". */

import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { slotCapacity } from "../prompt/capacity.ts";
import { allFields, type EditContext, labelOf, numberOf, refuse } from "./context.ts";
import { type FieldWithChoices, fieldWithChoices, hasChoices } from "./find-choice.ts";
import type { Action } from "./read-instruction.ts";

/** Returns false if an instruction says something else. */
export function setCapacity(instruction: string, context: EditContext): boolean {
  const capacity = adds(instruction, context.grammar)
    ? undefined
    : slotCapacity(instruction, context.grammar);
  if (capacity === undefined || instruction.includes(":")) return false;
  const field = choicesMeant(instruction, context);
  setEach(field, capacity, context);
  return true;
}

/** "Max 20 people per size" */
export const capacityOf: Action = ({ n = "", what = "" }, context) => {
  const capacity = numberOf(n, context);
  if (capacity === undefined || capacity < 1 || !Number.isInteger(capacity) || !hasChoices(what, context))
    return false;
  setEach(fieldWithChoices(what, context), capacity, context);
  return true;
};

function setEach(field: FieldWithChoices, capacity: number, context: EditContext): void {
  if (field.type === "ranking") refuse("edit_ranking_capacity", { field: labelOf(field, context) });
  field.choices = field.choices.map((choice) => ({ ...choice, capacity }));
  context.last = field;
  context.changes.push(`Each choice of "${labelOf(field, context)}" can be taken ${capacity} times.`);
}

function adds(instruction: string, { languages }: Grammar): boolean {
  const words = [languages[0]!, "en" as const].flatMap((one) => instructionsIn(one).vocabulary.add ?? []);
  return wordSet(words).start(fold(instruction)) !== undefined;
}

/** The field that the words name, the one that was named last, or the only one with choices. */
function choicesMeant(instruction: string, context: EditContext): FieldWithChoices {
  const fields = allFields(context.form).filter((field): field is FieldWithChoices => "choices" in field);
  const words = new Set(fold(instruction).match(/\p{L}{3,}/gu));
  const named = fields.filter((field) =>
    (fold(labelOf(field, context)).match(/\p{L}{3,}/gu) ?? []).some(
      (word) => words.has(word) || words.has(`${word}s`),
    ),
  );
  if (named.length === 1) return named[0]!;
  const last = fields.find((field) => field === context.last);
  if (named.length === 0 && last) return last;
  if (fields.length === 1) return fields[0]!;
  return refuse("edit_which_capacity");
}
