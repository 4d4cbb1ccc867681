/** Adds choices beside a choice that is there: "add XS before S". */

import type { Slots } from "../lexicon/templates.ts";
import { addOption } from "./choices.ts";
import { type EditContext, labelOf, unquoted } from "./context.ts";
import { namesField } from "./find.ts";
import {
  choiceHolders,
  choiceNamed,
  type FieldWithChoices,
  hasChoices,
  placedChoice,
} from "./find-choice.ts";
import { type Action, readText } from "./read-instruction.ts";

interface Beside {
  readonly value: string;
  readonly ref: string;
  readonly field: FieldWithChoices;
  readonly offset: number;
}

/** "Add XL to the sizes": a choice, if the words after "to" name a field with choices. */
export const addToChoices: Action = (slots, context) => {
  const { value = "", what } = slots;
  if (!hasChoices(what, context) || /\+|(?:^| )(?:as well|too|also)(?: |$)/i.test(value)) return false;
  return addBesideChoice(value, context) || addOption(slots, context);
};

/** "Put XL after L": a choice that is there moves, another one is added. */
export const optionAfter: Action = (slots, context) => placeOption(slots, 1, context);

export const optionBefore: Action = (slots, context) => placeOption(slots, 0, context);

function placeOption({ what = "", ref = "" }: Slots, offset: number, context: EditContext): boolean {
  const value = unquoted(what);
  if (namesField(what, context) || namesField(ref, context)) return false;
  const [field, ...others] = choiceHolders(unquoted(ref), context);
  if (!field || others.length > 0) return false;
  const moved = choiceNamed(field, value);
  if (moved) field.choices = field.choices.filter((choice) => choice !== moved);
  else if (!addOption({ value, what: labelOf(field, context) }, context)) return false;
  const placed = moved ?? field.choices.pop()!;
  field.choices.splice(placedChoice(field, ref) + offset, 0, placed);
  if (moved) context.changes.push(`Moved ${value} in "${labelOf(field, context)}".`);
  return true;
}

/** Returns false if the words name no place beside a choice. */
export function addBesideChoice(text: string, context: EditContext): boolean {
  const beside = readBeside(text, context);
  if (!beside) return false;
  const { value, ref, field, offset } = beside;
  const count = field.choices.length;
  addOption({ value, what: labelOf(field, context) }, context);
  const added = field.choices.splice(count);
  field.choices.splice(placedChoice(field, ref) + offset, 0, ...added);
  return true;
}

function readBeside(text: string, context: EditContext): Beside | undefined {
  for (const [name, offset] of [
    ["placeAfter", 1],
    ["placeBefore", 0],
  ] as const) {
    const found = readText(text, name, context, ({ what = "", ref = "" }) => {
      if (what === "" || namesField(ref, context)) return undefined;
      const [field, ...others] = choiceHolders(unquoted(ref), context);
      return field && others.length === 0 ? { value: unquoted(what), ref, field, offset } : undefined;
    });
    if (found) return found;
  }
  return undefined;
}
