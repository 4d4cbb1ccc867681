/** Whether the parts of a clause make sense together in this form. Frames name the rules that they need. */
import type { Parts } from "./cover.ts";
import type { EditText } from "./edit-text.ts";
import type { Frame } from "./frame.ts";
import type { Cue } from "./words.ts";

export function fits(frame: Frame, parts: Parts, text: EditText): boolean {
  return frame.fits.every((name) => RULES[name]?.(parts, text) ?? false);
}

const RULES: Readonly<Record<string, (parts: Parts, text: EditText) => boolean>> = {
  twoFields: ({ fields, other }) =>
    [fields, other].flatMap((named) => (named?.kind === "named" ? named.fields : [])).length === 2,
  holder: ({ fields }, text) => fields === undefined || fields.kind === "pronoun" || hasChoices(fields, text),
  oneChoice: ({ choices }) => choices?.length === 1,
  list: ({ texts, cues, isQuoted }, text) =>
    cues.has("option") ||
    texts.length > 1 ||
    (!isQuoted && texts.some((range) => text.partsOf(range).length > 1)),
  /** "replace the option Vegan with Plant-based" does not name all choices. */
  notReplaced: ({ cues, texts }, { names, prompt }) =>
    !cues.has("replace") ||
    !texts.some(({ from, to }) => names.choicesAt(prompt, from).some((one) => one.to >= to)),
  /** "The size should also have XL": the choices that are there stay. */
  notMore: ({ cues, texts }) => texts.length === 0 || !cues.has("also"),
  named: has("rename", "naming", "called", "label", "title"),
  namedOrQuoted: (parts) => parts.isQuoted || has("rename", "naming", "called", "label")(parts),
  /** Words that name a choice, where none of them is a field with choices. */
  option: ({ fields, cues }) => fields !== undefined || cues.has("option"),
  /** Only some words give a field another type. */
  typed: (parts) => !parts.said?.kind || has("change", "is", "so", "must", "use", "as", "type")(parts),
};

function has(...names: readonly Cue[]) {
  return ({ cues }: Parts) => names.some((name) => cues.has(name));
}

function hasChoices(named: NonNullable<Parts["fields"]>, { names }: EditText): boolean {
  const ids = named.kind === "named" ? named.fields.flatMap((field) => field.ids) : [];
  return ids.length > 0 && names.fields.every((field) => !ids.includes(field.id) || "choices" in field);
}
