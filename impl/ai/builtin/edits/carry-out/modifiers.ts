/** Says more of fields that are there: required or not, types, limits. */
import type { FieldProperties, FormField, FormOperation } from "../../../../../generated/types.ts";
import type { Said } from "../../items/draft.ts";
import { type CarryOut, type CarryOuts, type EditContext, impossible } from "../context.ts";
import type { Parts } from "../cover.ts";
import { listedIn } from "../text-list.ts";
import { modified } from "./modified.ts";

const modify: CarryOut = (parts, context, text) => {
  const { texts, hasOther } = listedIn(text, parts);
  const { required, ...said } = parts.said ?? {};
  const fields = context.named(parts);
  if (required !== undefined) require({ ...parts, fields: { kind: "pronoun" } }, context, required);
  const more: Said = { ...said, ...(hasOther && { allowOther: true }) };
  if (texts.length === 0 && Object.keys(more).length === 0) return;
  for (const field of fields) context.change(field, changed(field));

  function changed(field: FormField): FieldProperties {
    const known = parts.cues.has("also") && "choices" in field ? field.choices : [];
    const choices = [...known, ...texts.map((one) => context.text(one))];
    if (texts.length > 0 && choices.length < 2) throw impossible("edit_which_choices");
    return { ...modified(field, more, choices.length > 0, context), ...(texts.length > 0 && { choices }) };
  }
};

export const MODIFIER_FRAMES = {
  modify,
  provide: (parts, context) => require(parts, context, !parts.cues.has("not")),
} satisfies CarryOuts;

/** "only name and email are required" makes all others optional. */
function require(parts: Parts, context: EditContext, required: boolean): void {
  const named = context.named(parts);
  const asked = context.fields.filter((field) => named.includes(field) || parts.cues.has("only"));
  const operations = asked.flatMap((field): FormOperation[] => {
    const value = named.includes(field) === required;
    const isSaid = ("required" in field && field.required === true) === value;
    return isSaid ? [] : [{ op: "change_field", id: field.id, set: { required: value } }];
  });
  context.apply(...operations);
}
