/** The edit command that repeats a field. */
import { type EditContext, labelOf, placeOf } from "./context.ts";
import { findField, namesField } from "./find.ts";
import { insert } from "./place.ts";
import type { Action } from "./read-instruction.ts";

/** "Duplicate the name": the same field once more, behind the first one. */
export const duplicate: Action = ({ what = "" }, context: EditContext) => {
  if (!namesField(what, context)) return false;
  const field = findField(what, context);
  const copy = structuredClone(field);
  copy.id = context.ids.unique(field.id);
  const { page, index } = placeOf(field, context);
  insert([copy], { page, index: index + 1 });
  context.last = copy;
  context.changes.push(`Added "${labelOf(field, context)}" once more.`);
  return true;
};
