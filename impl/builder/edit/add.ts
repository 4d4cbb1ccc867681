/** Edit commands that add sections and fields. */
import { fieldId } from "../fields/ids.ts";
import { splitChoices } from "../prompt/choices.ts";
import { addOption, type FieldWithChoices } from "./choices.ts";
import { allFields, type EditContext, labelOf, refuse, unquoted } from "./context.ts";
import { isPronoun } from "./find.ts";
import { moveTo } from "./move.ts";
import { newFields } from "./new-fields.ts";
import { endOf, extractPlace, insert } from "./place.ts";
import type { Action } from "./read-instruction.ts";

/** "Add a section called About you before the name" */
export const addSection: Action = ({ value = "" }, context) => {
  const { rest, place } = extractPlace(value, context);
  const label = unquoted(rest);
  if (label === "") return refuse("edit_section_heading");
  const id = context.ids.unique(fieldId(label, "section"));
  insert(
    [{ id, type: "section", label: context.texts.heading(label) }],
    place ?? endOf(context.form.pages.at(-1)!),
  );
  context.changes.push(`Added the section "${label}".`);
  return true;
};

/** "Add a phone number after the email" */
export const addFields: Action = ({ what = "" }, context) => {
  const { rest, place } = extractPlace(what, context);
  if (place && context.last && isPronoun(rest, context)) return moveTo([context.last], () => place, context);
  if (/[\p{L}\p{N}]\*(?=[,)/]| *$)/u.test(rest) && rest.includes("(")) return refuse("edit_right_answers");
  const sized = place ? undefined : sizesFor(rest, context);
  if (sized)
    return addOption({ value: rest.replace(/ ?\+ ?/g, ", "), what: labelOf(sized, context) }, context);
  const fields = newFields(rest, context);
  if (fields.length === 0) return false;
  insert(fields, place ?? endOf(context.form.pages.at(-1)!));
  context.last = fields.at(-1);
  context.changes.push(`Added ${quoted(fields, context)}.`);
  return true;
};

const SIZE = /^(?:\d?X{0,3}[SL]|M|X{1,3}L|\d{1,2}XL)$/;

/** "Add XL and XXL": sizes are choices of the one field whose choices are sizes, and no fields. */
function sizesFor(text: string, context: EditContext): FieldWithChoices | undefined {
  const sizes = splitChoices(text.replace(/ ?\+ ?/g, ", "), context.grammar);
  if (sizes.length === 0 || !sizes.every((size) => SIZE.test(size))) return undefined;
  const fields = allFields(context.form).filter(
    (field): field is FieldWithChoices =>
      "choices" in field && field.choices.every((choice) => SIZE.test(labelOf(choice, context))),
  );
  return fields.length === 1 ? fields[0] : undefined;
}

function quoted(fields: Parameters<typeof labelOf>[0][], context: EditContext): string {
  return fields.map((field) => `"${labelOf(field, context)}"`).join(", ");
}
