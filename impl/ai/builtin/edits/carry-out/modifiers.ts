/** Says more of fields that are there: required or not, types, limits, choices. */
import type { FieldProperties, FormField } from "../../../../../generated/types.ts";
import { makeField, unusedParts } from "../../forms/field.ts";
import { Texts } from "../../forms/texts.ts";
import type { Draft, Said } from "../../items/draft.ts";
import { settled } from "../../items/item.ts";
import { decide } from "../../items/shape.ts";
import { isKind } from "../../reading/lexicon.ts";
import { type CarryOuts, type EditContext, impossible } from "../context.ts";
import type { EditText } from "../edit-text.ts";
import { listedIn } from "./choices.ts";

export const MODIFIER_FRAMES = {
  modify(parts, context, text) {
    const { required, ...said } = { ...parts.said, ...listedIn(text, parts) };
    const fields = context.named(parts);
    // "only name and email are required" makes all others optional.
    const others = context.fields.filter((one) => parts.cues.has("only") && "required" in one);
    for (const field of required === undefined ? [] : new Set([...fields, ...others])) {
      const value = fields.includes(field) === required;
      const isSaid = ("required" in field && field.required === true) === value;
      if (!isSaid) context.change(field, { required: value });
    }
    if (Object.keys(said).length === 0) return;
    for (const field of fields) context.change(field, modified(field, said, context, text));
  },
} satisfies CarryOuts;

const CHOOSING: ReadonlySet<string> = new Set(["single_choice", "multiple_choice", "dropdown", "ranking"]);
/** What all fields have, and choices, which are set by their texts. */
const GENERAL: ReadonlySet<string> = new Set(["id", "label", "required", "choices"]);
/** Parts of what is said that make no difference by themselves. */
const BESIDE: ReadonlySet<string> = new Set(["kind", "choices", "isInclusive"]);
const NOWHERE = { from: 0, to: 0 };

/**
 * A new field is made of what is said, as for an item of a list; what it has of its own is set.
 * A part that makes no difference is nothing that such a field can have.
 */
function modified(field: FormField, said: Said, context: EditContext, text: EditText): FieldProperties {
  const label = context.labelOf(field);
  const kind = said.kind ?? (isKind(field.type) ? field.type : undefined);
  const isChoosing = kind !== undefined && CHOOSING.has(kind);
  const known = "choices" in field && isChoosing ? field.choices.map((one) => context.labelOf(one)) : [];
  const listed = said.choices?.map((one) => context.text(one.text));
  const choices = listed ?? known;
  if (listed?.length === 1) throw impossible("edit_which_choices");
  if (isChoosing !== choices.length > 0)
    throw impossible("edit_needs_choices", { field: label, type: kind ?? field.type });
  const plain = new Map(made({}));
  const whole = draftOf(said);
  const isNothing = ([name, value]: readonly [string, unknown]) =>
    !BESIDE.has(name) && !(name === "capacity" && said.bounds) && !made({ [name]: value }).some(differs);
  const isTooMuch = unusedParts(whole, decide(text, whole, NOWHERE)) !== "";
  if (!kind || isTooMuch || Object.entries(said).some(isNothing))
    throw impossible("edit_no_such_limit", { field: label, type: kind ?? field.type });
  const own = made(said).filter((one) => kind !== field.type || differs(one));
  return { ...Object.fromEntries(own), ...(listed && { choices }) };

  function draftOf(says: Said): Draft {
    const all = settled({ ...says, choices: choices.map((one) => ({ text: one })) });
    return { ...all, ...(kind && { kind }), label, at: NOWHERE };
  }

  function made(says: Said): (readonly [string, unknown])[] {
    const draft = draftOf(says);
    const language = context.form.default_language;
    const texts = new Texts({ languages: [language], promptLanguage: language });
    const one = makeField(draft, decide(text, draft, NOWHERE), { texts, ids: new Set() });
    return Object.entries(one).filter(([name]) => !GENERAL.has(name));
  }

  function differs([name, value]: readonly [string, unknown]): boolean {
    return JSON.stringify(value) !== JSON.stringify(plain.get(name));
  }
}
