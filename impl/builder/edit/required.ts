/** Edit commands that make fields required or optional. */

import type { FormField } from "../../../generated/types.ts";
import { fold } from "../lexicon/fold.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { allFields, type EditContext, labelOf, listOf } from "./context.ts";
import type { Action } from "./read-instruction.ts";
import { findFields } from "./references.ts";

/** "Make phone required", "Everything except comments should be required" */
export const makeRequired: Action = (slots, context) => setRequired(slots, true, context);

/** "All fields are optional" */
export const makeOptional: Action = (slots, context) => setRequired(slots, false, context);

function setRequired(
  { what, except }: { what?: string; except?: string },
  required: boolean,
  context: EditContext,
): boolean {
  if (what !== undefined && startsWithPlace(what, context)) return false;
  const excepted = new Set(except === undefined ? [] : findFields(except, context));
  const fields = what === undefined ? allFields(context.form) : findFields(what, context);
  context.marked = required;
  markFields(
    fields.filter((field) => !excepted.has(field)),
    required,
    context,
  );
  return true;
}

/** "after the name, required" is said of another field than the name. */
function startsWithPlace(what: string, context: EditContext): boolean {
  return wordSet([...listOf("after", context), ...listOf("before", context)]).start(fold(what)) !== undefined;
}

/** "Only name and email are required": the others are optional. */
export const onlyRequired: Action = ({ what = "" }, context) => {
  const named = new Set(findFields(what, context));
  markFields([...named], true, context);
  markFields(
    allFields(context.form).filter((field) => !named.has(field)),
    false,
    context,
  );
  return true;
};

export function markFields(fields: readonly FormField[], required: boolean, context: EditContext): void {
  for (const field of fields) {
    if (field.type === "section" || field.type === "statement") continue;
    const answered = field as Exclude<FormField, { type: "section" | "statement" }>;
    if ((answered.required ?? false) === required) continue;
    answered.required = required;
    context.changes.push(`Made "${labelOf(field, context)}" ${required ? "required" : "optional"}.`);
  }
}
