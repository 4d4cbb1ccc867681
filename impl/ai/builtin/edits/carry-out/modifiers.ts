/** Says more of fields that are there: required or not, types, limits. */
import type { FieldProperties, FormField, FormOperation } from "../../../../../generated/types.ts";
import type { Said } from "../../items/draft.ts";
import { type EditContext, impossible } from "../context.ts";
import type { Parts } from "../cover.ts";
import type { EditText } from "../edit-text.ts";
import { listedIn } from "../text-list.ts";
import type { CarryOuts } from "./carry-outs.ts";
import { modified } from "./modified.ts";

export const MODIFIER_FRAMES = {
  modify,
  modifyOnly(parts, context, text) {
    const types = parts.said?.days ? ["date", "datetime"] : ["email"];
    const fields = context.fields.filter(({ type }) => types.includes(type));
    const focused = fields.filter(({ id }) => context.focus.includes(id));
    const [field, ...others] = focused.length > 0 ? focused : fields;
    if (!field || others.length > 0) throw impossible("edit_which_field");
    context.focus = [field.id];
    modify({ ...parts, fields: { kind: "pronoun" } }, context, text);
  },
  provide: (parts, context) => require(parts, context, !parts.cues.has("not")),
  likewise: (parts, context) => require(parts, context, parts.cues.has("so") || context.required),
} satisfies CarryOuts;

function modify(parts: Parts, context: EditContext, text: EditText): void {
  const { texts, hasOther } = listedIn(text, parts);
  const { required, ...said } = denied(parts);
  const fields = context.named(parts);
  if (required !== undefined) require({ ...parts, fields: { kind: "pronoun" } }, context, required);
  const more: Said = { ...said, ...(hasOther && { allowOther: true }) };
  if (texts.length === 0 && Object.keys(more).length === 0) return;
  const isMore = parts.cues.has("also");
  context.apply(
    ...fields.map(({ id }): FormOperation => ({ op: "change_field", id, set: changed(context.field(id)) })),
  );

  function changed(field: FormField): FieldProperties {
    const known = isMore && "choices" in field ? field.choices : [];
    const choices = [...known, ...texts.map((one) => context.text(one))];
    if (texts.length > 0 && choices.length < 2) throw impossible("edit_which_choices");
    return { ...modified(field, more, choices.length > 0, context), ...(texts.length > 0 && { choices }) };
  }
}

/** "not more than 5" is at most 5, and "not required" is optional. */
function denied({ said = {}, cues }: Parts): Said {
  if (!cues.has("not")) return said;
  const { bounds, required, several, days, allowedDomains, ...others } = said;
  return {
    ...others,
    ...(allowedDomains && { blockedDomains: allowedDomains }),
    ...(bounds && { bounds: swapped(bounds) }),
    ...(days && { days: swapped(days) }),
    ...(required !== undefined && { required: !required }),
    ...(several !== undefined && { several: false }),
  };
}

function swapped<Value>({ min, max }: { readonly min?: Value; readonly max?: Value }) {
  return { ...(max !== undefined && { min: max }), ...(min !== undefined && { max: min }) };
}

/** "only name and email are required" makes all others optional. */
function require(parts: Parts, context: EditContext, required: boolean | undefined): void {
  if (required === undefined) throw impossible("edit_which_field");
  const named = context.named(parts);
  const asked = context.fields.filter((field) => named.includes(field) || parts.cues.has("only"));
  const operations = asked.flatMap((field): FormOperation[] => {
    const value = named.includes(field) === required;
    const isSaid = ("required" in field && field.required === true) === value;
    return isSaid ? [] : [{ op: "change_field", id: field.id, set: { required: value } }];
  });
  context.apply(...operations);
  context.required = required;
}
