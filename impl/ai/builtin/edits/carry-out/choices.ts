/** Changes the choices of fields. */
import type { FormField, SelectableChoice } from "../../../../../generated/types.ts";
import { choicesSaid } from "../../items/choices.ts";
import type { Said } from "../../items/draft.ts";
import type { Range } from "../../reading/accounting.ts";
import { type CarryOuts, type EditContext, impossible } from "../context.ts";
import type { Parts } from "../cover.ts";
import { IN_NO_LABEL } from "../cue-groups.ts";
import type { EditText } from "../edit-text.ts";

export const CHOICE_FRAMES = {
  replaceChoice(parts, context, text) {
    const { field, ids } = chosen(parts, context);
    const label = context.quoted(parts, text);
    const choices = choicesOf(field).map((one) => (ids.includes(one.id) ? { ...one, label } : one));
    context.change(field, { choices });
  },
  removeChoices(parts, context) {
    const { field, ids } = chosen(parts, context);
    const choices = choicesOf(field).filter(({ id }) => !ids.includes(id));
    if (choices.length === 0) throw impossible("edit_too_few_choices", { field: context.labelOf(field) });
    context.change(field, { choices });
  },
  setChoices: (parts, context, text) =>
    setChoices(context.oneNamed(parts), [], listedIn(text, parts), context),
  addChoices: (parts, context, text) => addChoices(context.oneNamed(parts), listedIn(text, parts), context),
  allowOther: (parts, context) => setChoices(context.oneNamed(parts), [], { allowOther: true }, context),
} satisfies CarryOuts;

/** Words that name no field are choices of the field before: "make the size a dropdown and add XL". */
export function addToFocus(parts: Parts, context: EditContext, text: EditText): void {
  const [range] = parts.texts;
  const [field, ...others] = context.fields.filter(({ id }) => context.focus.includes(id));
  const isPlaced = range && text.has(range.from, range.to, IN_NO_LABEL);
  if (!range || isPlaced || !field || others.length > 0 || !("choices" in field) || parts.condition)
    throw impossible("edit_unknown_field", { text: range ? text.prompt.textOf(range) : "" });
  addChoices(field, listedIn(text, parts), context);
}

function addChoices(field: FormField, said: Said, context: EditContext): void {
  const known = choicesOf(field);
  const labels = known.flatMap(({ label }) => Object.values(label)).map((label) => label.toLowerCase());
  const same = said.choices?.find(({ text }) => labels.includes(text.toLowerCase()));
  if (same) throw impossible("edit_has_option", { field: context.labelOf(field), value: same.text });
  setChoices(field, known, said, context);
}

function setChoices(
  field: FormField,
  known: readonly SelectableChoice[],
  { choices, allowOther }: Said,
  context: EditContext,
): void {
  choicesOf(field);
  context.change(field, {
    ...(choices && { choices: [...known, ...choices.map(({ text }) => context.text(text))] }),
    ...(allowOther && { allow_other: true }),
  });
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

/** The choices of a clause, in quotes or with commas and "and" between; brackets hold several. */
export function listedIn(text: EditText, { texts, isQuoted }: Pick<Parts, "texts" | "isQuoted">): Said {
  const isOne = ({ from }: Range) => isQuoted && !text.prompt.isOpenBracket(from - 1);
  const ranges = texts.flatMap((range) => (isOne(range) ? [range] : text.partsOf(range)));
  const { choices = [], ...said } = choicesSaid(text, ranges);
  const listed = choices.map((one) => ({ ...one, text: asListed(one.text) }));
  return { ...said, ...(listed.length > 0 && { choices: listed }) };
}

/** Begins with a capital and ends without the case that some languages put behind a short name: "XL-t". */
function asListed(text: string): string {
  const bare = text.replace(/^([\p{Lu}\d]+)[-:]\p{Ll}{1,3}$/u, "$1");
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}
