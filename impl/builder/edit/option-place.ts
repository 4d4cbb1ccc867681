/** Adds choices beside a choice that is there: "add XS before S". */
import { addOption, type FieldWithChoices, fieldsWithChoice, hasChoices, placedChoice } from "./choices.ts";
import { type EditContext, labelOf, unquoted } from "./context.ts";
import { namesField } from "./find.ts";
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
      const [field, ...others] = fieldsWithChoice(unquoted(ref), context);
      return field && others.length === 0 ? { value: unquoted(what), ref, field, offset } : undefined;
    });
    if (found) return found;
  }
  return undefined;
}
