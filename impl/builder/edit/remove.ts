/** The edit command that removes fields. */
import type { Condition, FormField } from "../../../generated/types.ts";
import { allFields, type EditContext, labelOf, refuse } from "./context.ts";
import type { Action } from "./read-instruction.ts";
import { findFields } from "./references.ts";

/** "Remove the last question", "Delete phone and company" */
export const remove: Action = ({ what = "" }, context) => {
  const removed = findFields(what, context);
  if (removed.length === allFields(context.form).length) return refuse("edit_add_first");
  for (const field of removed) removeField(field, context);
  context.form.pages = context.form.pages.filter(({ fields }) => fields.length > 0);
  return true;
};

export function removeField(field: FormField, context: EditContext): void {
  const { form, changes, warnings } = context;
  if (JSON.stringify(form.calculations ?? []).includes(`"field":"${field.id}"`)) {
    refuse("edit_in_calculation", { field: labelOf(field, context) });
  }
  for (const page of form.pages) page.fields = page.fields.filter((other) => other !== field);
  for (const other of allFields(form)) {
    if (!other.visible_if || !uses(other.visible_if, field.id)) continue;
    delete other.visible_if;
    const message = `"${labelOf(other, context)}" was shown depending on "${labelOf(field, context)}", which is gone; it is always shown now.`;
    warnings.push({ code: "condition_changed", message });
  }
  for (const ending of form.endings ?? []) {
    if (ending.when && uses(ending.when, field.id)) {
      refuse("edit_in_ending", { field: labelOf(field, context) });
    }
  }
  changes.push(`Removed "${labelOf(field, context)}".`);
}

/** Whether a condition depends on a field. */
export function uses(condition: Condition, id: string): boolean {
  if ("all" in condition) return condition.all.some((one) => uses(one, id));
  if ("any" in condition) return condition.any.some((one) => uses(one, id));
  if ("not" in condition) return uses(condition.not, id);
  return condition.field === id;
}
