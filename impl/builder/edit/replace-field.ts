/** The edit command that asks for something else in the place of a field. */
import type { FormField } from "../../../generated/types.ts";
import { meaningOf } from "../fields/meaning.ts";
import { splitChoices } from "../prompt/choices.ts";
import { type EditContext, labelOf, placeOf } from "./context.ts";
import { findField, namesField } from "./find.ts";
import { newFields } from "./new-fields.ts";
import { insert } from "./place.ts";
import type { Action } from "./read-instruction.ts";
import { removeField } from "./remove.ts";

/** "Instead of the phone number ask for a postal address" */
export const replaceBy: Action = ({ what = "", value = "" }, context) => {
  const old = findField(what, context);
  if (namesField(value, context) && !value.includes(" ")) return false;
  const parts = splitChoices(value, context.grammar);
  const areKnown = parts.length > 1 && parts.every((part) => meaningOf(part, context.grammar, false)?.exact);
  if (!areKnown && namesField(value, context)) return false;
  const fields = newFields(areKnown ? parts.join("; ") : value, context);
  if (fields.length === 0) return false;
  insert(fields, placeOf(old, context));
  removeField(old, context);
  context.last = fields.at(-1);
  context.changes.push(`Added ${labels(fields, context)}.`);
  return true;
};

function labels(fields: readonly FormField[], context: EditContext): string {
  return fields.map((field) => `"${labelOf(field, context)}"`).join(", ");
}
