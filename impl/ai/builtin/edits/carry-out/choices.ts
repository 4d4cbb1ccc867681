/** Changes the choices of fields. */
import type { EditChoice, FormField, SelectableChoice } from "../../../../../generated/types.ts";
import { type EditContext, impossible } from "../context.ts";
import type { Parts } from "../cover.ts";
import type { EditText } from "../edit-text.ts";
import { type ListedChoices, listed, listedIn } from "../text-list.ts";
import type { CarryOuts } from "./carry-outs.ts";

export const CHOICE_FRAMES = {
  replaceChoice(parts, context, text) {
    const { field, ids } = chosen(parts, context);
    const label = context.quoted(parts, text);
    const choices = choicesOf(field).map((one) => (ids.includes(one.id) ? { ...one, label } : one));
    setChoices(field, choices, context);
  },
  removeChoices(parts, context) {
    const { field, ids } = chosen(parts, context);
    const kept = choicesOf(field).filter(({ id }) => !ids.includes(id));
    setChoices(field, kept, context);
  },
  setChoices: replaceAll,
  callChoices: replaceAll,
  addChoices: (parts, context, text) =>
    addChoices(holder(parts, context), listedIn(text, parts), parts, context),
  allowOther: (parts, context) => context.change(holder(parts, context), { allow_other: true }),
  noOther: (parts, context) => context.change(holder(parts, context), { allow_other: false }),
  /** How many responses may take each choice. */
  capacityOf(parts, context) {
    const field = holder(parts, context);
    const choices = choicesOf(field).map((choice) => ({ ...choice, capacity: parts.count ?? 1 }));
    setChoices(field, choices, context);
  },
} satisfies CarryOuts;

function replaceAll(parts: Parts, context: EditContext, text: EditText): void {
  const { texts, hasOther } = listedIn(text, parts);
  const field = holder(parts, context);
  const choices = texts.map((one) => context.text(one));
  setChoices(field, choices, context, hasOther);
}

/** Words that name no field are choices of the field before: "make the size a dropdown and add XL". */
export function addToFocus(parts: Parts, context: EditContext, text: EditText): void {
  const [range] = parts.texts;
  const [field, ...others] = context.fields.filter(({ id }) => context.focus.includes(id));
  if (!range || !field || others.length > 0 || !("choices" in field) || parts.condition)
    throw impossible("edit_unknown_field", { text: range ? text.prompt.textOf(range) : "" });
  addChoices(field, listed(text, text.partsOf(range)), parts, context);
}

/** Adds choices at the end, or where the instruction says. */
function addChoices(
  field: FormField,
  { texts, hasOther }: ListedChoices,
  { place }: Parts,
  context: EditContext,
): void {
  const known = choicesOf(field);
  const labels = known.flatMap(({ label }) => Object.values(label)).map((label) => label.toLowerCase());
  const same = texts.find((text) => labels.includes(text.toLowerCase()));
  if (same !== undefined) throw impossible("edit_has_option", { field: context.labelOf(field), value: same });
  const beside = place && "anchor" in place ? place.anchor.choice?.of.map(({ choice }) => choice) : undefined;
  const anchor = known.findIndex(({ id }) => beside?.includes(id));
  const at = place?.kind === "top" ? 0 : beside ? anchor + (place?.kind === "after" ? 1 : 0) : known.length;
  const added = texts.map((text) => context.text(text));
  setChoices(field, [...known.slice(0, at), ...added, ...known.slice(at)], context, hasOther);
}

/** The field whose choices an instruction means. */
function holder(parts: Parts, context: EditContext): FormField {
  const beside = parts.place && "anchor" in parts.place ? parts.place.anchor.choice : undefined;
  const [field, ...others] =
    parts.fields || !beside ? context.named(parts) : beside.of.map((one) => context.field(one.field));
  if (!field || others.length > 0) throw impossible("edit_which_choices");
  choicesOf(field);
  context.focus = [field.id];
  return field;
}

function choicesOf(field: FormField): readonly SelectableChoice[] {
  if (!("choices" in field)) throw impossible("edit_no_choices", { field: field.id, type: field.type });
  return field.choices;
}

/** The choices that an instruction names, and the one field that has all of them. */
function chosen({ choices = [], fields }: Parts, context: EditContext): { field: FormField; ids: string[] } {
  const ids = (fields ? context.named({ fields }) : context.fields).map(({ id }) => id);
  const holders = ids.filter((id) => choices.every(({ of }) => of.some((one) => one.field === id)));
  const focused = holders.filter((id) => context.focus.includes(id));
  const [id, ...others] = focused.length > 0 ? focused : holders;
  if (id === undefined || others.length > 0) throw impossible("edit_which_choices");
  context.focus = [id];
  const named = choices.flatMap(({ of }) => of.filter(({ field }) => field === id));
  return { field: context.field(id), ids: named.map(({ choice }) => choice) };
}

function setChoices(field: FormField, choices: EditChoice[], context: EditContext, hasOther = false): void {
  if (choices.length === 0) throw impossible("edit_too_few_choices", { field: context.labelOf(field) });
  context.change(field, { choices, ...(hasOther && { allow_other: true }) });
}
