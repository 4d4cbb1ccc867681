/** Changes the choices of fields. */
import type { EditChoice, FormField, SelectableChoice } from "../../../../../generated/types.ts";
import { type CarryOuts, type EditContext, impossible } from "../context.ts";
import type { Parts } from "../cover.ts";
import type { EditText } from "../edit-text.ts";
import { type ListedChoices, listed, listedIn } from "../text-list.ts";

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
  setChoices(parts, context, text) {
    const { texts, hasOther } = listedIn(text, parts);
    setChoices(holder(parts, context), texts, context, hasOther);
  },
  addChoices: (parts, context, text) => addChoices(holder(parts, context), listedIn(text, parts), context),
  allowOther: (parts, context) => context.change(holder(parts, context), { allow_other: true }),
} satisfies CarryOuts;

/** Words that name no field are choices of the field before: "make the size a dropdown and add XL". */
export function addToFocus(parts: Parts, context: EditContext, text: EditText): void {
  const [range] = parts.texts;
  const [field, ...others] = context.fields.filter(({ id }) => context.focus.includes(id));
  const isPlaced = range && text.has(range.from, range.to, ["after", "before"]);
  if (!range || isPlaced || !field || others.length > 0 || !("choices" in field) || parts.condition)
    throw impossible("edit_unknown_field", { text: range ? text.prompt.textOf(range) : "" });
  addChoices(field, listed(text, text.partsOf(range)), context);
}

function addChoices(field: FormField, { texts, hasOther }: ListedChoices, context: EditContext): void {
  const known = choicesOf(field);
  const labels = known.flatMap(({ label }) => Object.values(label)).map((label) => label.toLowerCase());
  const same = texts.find((text) => labels.includes(text.toLowerCase()));
  if (same !== undefined) throw impossible("edit_has_option", { field: context.labelOf(field), value: same });
  setChoices(field, [...known, ...texts], context, hasOther);
}

/** The field whose choices an instruction means. */
function holder(parts: Parts, context: EditContext): FormField {
  const field = context.oneNamed(parts);
  choicesOf(field);
  return field;
}

function choicesOf(field: FormField): readonly SelectableChoice[] {
  if (!("choices" in field)) throw impossible("edit_no_choices", { field: field.id, type: field.type });
  return field.choices;
}

/** The choices that an instruction names, and the one field that has all of them. */
function chosen({ choices = [], fields }: Parts, context: EditContext): { field: FormField; ids: string[] } {
  const named = fields ? context.named({ fields }) : context.fields;
  const holders = named.filter(({ id }) => choices.every(({ of }) => of.some((one) => one.field === id)));
  const focused = holders.filter(({ id }) => context.focus.includes(id));
  const [field, ...others] = focused.length > 0 ? focused : holders;
  if (!field || others.length > 0) throw impossible("edit_which_choices");
  context.focus = [field.id];
  const of = choices.flatMap((one) => one.of.filter((each) => each.field === field.id));
  return { field, ids: of.map(({ choice }) => choice) };
}

/** A choice that is a plain text is new. */
function setChoices(
  field: FormField,
  choices: readonly EditChoice[],
  context: EditContext,
  hasOther = false,
): void {
  if (choices.length === 0) throw impossible("edit_too_few_choices", { field: context.labelOf(field) });
  for (const choice of choices) if (typeof choice === "string") context.text(choice);
  context.change(field, { choices: [...choices], ...(hasOther && { allow_other: true }) });
}
