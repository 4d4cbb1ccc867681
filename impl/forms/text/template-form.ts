/** The forms of the templates. Rules that form text has no words for are added to what their texts say. */
import type { FieldCondition, FormField, FormStructure } from "../../../generated/types.ts";
import type { TemplateName } from "./templates.ts";

/** Shows some questions only if a question was answered with yes. Questions are counted from 0. */
interface YesRule {
  readonly asked: number;
  readonly onlyIfYes: readonly number[];
  /** Those of the questions that have to be answered where they are shown. */
  readonly required: readonly number[];
}

const rules: Partial<Record<TemplateName, YesRule>> = {
  // Guests and food of those who do not come.
  rsvp: { asked: 2, onlyIfYes: [3, 4], required: [3] },
};

/** Adds the rules of a template to the form that its text makes. */
export function addRules(name: TemplateName, structure: FormStructure): FormStructure {
  const rule = rules[name];
  const [page] = structure.pages;
  const asked = rule && page?.fields[rule.asked];
  if (!rule || !page || asked?.type !== "yes_no") return structure;
  const visible_if: FieldCondition = { field: asked.id, op: "equals", value: true };
  const fields = page.fields.map((field, at): FormField => {
    if (!rule.onlyIfYes.includes(at)) return field;
    return { ...field, ...(rule.required.includes(at) && { required: true }), visible_if } as FormField;
  });
  return { ...structure, pages: [{ ...page, fields: fields as typeof page.fields }] };
}
