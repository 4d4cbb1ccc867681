/** Changes the choices of fields. */
import type { EditChoice, FormField, SelectableChoice } from "../../../../../generated/types.ts";
import { type EditContext, impossible } from "../context.ts";
import type { Parts } from "../cover.ts";
import type { EditText } from "../edit-text.ts";
import { type ListedChoices, listedIn } from "../text-list.ts";
import type { CarryOuts } from "./carry-outs.ts";

export const CHOICE_FRAMES = {
  replaceChoice: replaceChoices,
  insteadOfChoice: replaceChoices,
  replaceChoices,
  removeChoices(parts, context) {
    const { field, ids } = chosen(parts, context);
    setChoices(
      field,
      choicesOf(field).filter(({ id }) => !ids.includes(id)),
      context,
    );
  },
  keepChoices(parts, context) {
    const { field, ids } = chosen(parts, context);
    setChoices(
      field,
      choicesOf(field).filter(({ id }) => ids.includes(id)),
      context,
    );
  },
  setChoices: replaceAll,
  callChoices: replaceAll,
  addChoices: (parts, context, text) =>
    addChoices(holder(parts, context), listedIn(text, parts), parts, context),
  allowOther: (parts, context) => context.change(holder(parts, context), { allow_other: true }),
  noOther: (parts, context) => context.change(holder(parts, context), { allow_other: false }),
  capacity: (parts, context) => limitEach(parts, context, parts.said?.capacity ?? parts.said?.bounds?.max),
  capacityOf: (parts, context) => limitEach(parts, context, parts.count),
} satisfies CarryOuts;

function replaceAll(parts: Parts, context: EditContext, text: EditText): void {
  const field = holder(parts, context);
  const { texts, hasOther } = listedIn(text, parts);
  setChoices(
    field,
    texts.map((one) => context.text(one)),
    context,
    hasOther,
  );
}

/** How many responses may take each choice. */
function limitEach(parts: Parts, context: EditContext, capacity: number | undefined): void {
  const field = holder(parts, context);
  if (capacity === undefined) throw impossible("edit_which_capacity");
  setChoices(
    field,
    choicesOf(field).map((choice) => ({ ...choice, capacity })),
    context,
  );
}

/** Adds choices at the end, or where the instruction says. */
export function addChoices(
  field: FormField,
  { texts, hasOther }: ListedChoices,
  { place }: Parts,
  context: EditContext,
): void {
  const known = choicesOf(field);
  const isKnown = (text: string) =>
    known.some(({ label }) => Object.values(label).some((one) => one.toLowerCase() === text.toLowerCase()));
  const same = texts.find(isKnown);
  if (same !== undefined) throw impossible("edit_has_option", { field: context.labelOf(field), value: same });
  const beside = place && "anchor" in place ? place.anchor.choice?.of.map(({ choice }) => choice) : undefined;
  const anchor = known.findIndex(({ id }) => beside?.includes(id));
  const at = place?.kind === "top" ? 0 : beside ? anchor + (place?.kind === "after" ? 1 : 0) : known.length;
  const added = texts.map((text) => context.text(text));
  setChoices(field, [...known.slice(0, at), ...added, ...known.slice(at)], context, hasOther);
}

/** As many new choices replace the old ones one by one, or they take the place of all of them. */
function replaceChoices(parts: Parts, context: EditContext, text: EditText): void {
  const { field, ids } = chosen(parts, context);
  const labels =
    ids.length === 1
      ? [context.quoted(parts, text)]
      : listedIn(text, parts).texts.map((label) => context.text(label));
  const first = choicesOf(field).findIndex(({ id }) => ids.includes(id));
  const choices = choicesOf(field).flatMap((choice, index): EditChoice[] => {
    if (!ids.includes(choice.id)) return [choice];
    const label = labels.length === ids.length ? labels[ids.indexOf(choice.id)] : undefined;
    if (label !== undefined) return [{ ...choice, label }];
    return index === first ? labels : [];
  });
  setChoices(field, choices, context);
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
  const ids = fields ? context.named({ fields }).map(({ id }) => id) : undefined;
  const holders = context.fields.filter(
    ({ id }) => (ids?.includes(id) ?? true) && choices.every(({ of }) => of.some((one) => one.field === id)),
  );
  const focused = holders.filter(({ id }) => context.focus.includes(id));
  const [field, ...others] = focused.length > 0 ? focused : holders;
  if (!field || others.length > 0) throw impossible("edit_which_choices");
  context.focus = [field.id];
  return {
    field,
    ids: choices.flatMap(({ of }) => of.filter((one) => one.field === field.id).map(({ choice }) => choice)),
  };
}

function setChoices(field: FormField, choices: EditChoice[], context: EditContext, hasOther = false): void {
  if (choices.length === 0) throw impossible("edit_too_few_choices", { field: context.labelOf(field) });
  context.change(field, { choices, ...(hasOther && { allow_other: true }) });
}
