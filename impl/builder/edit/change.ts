/** Edit commands that change the words and the type of fields. */

import type { FormField } from "../../../generated/types.ts";
import { fieldBody } from "../fields/body.ts";
import type { Draft } from "../fields/draft.ts";
import { needsChoices, shapeOf } from "../fields/kind.ts";
import { meaningOf } from "../fields/meaning.ts";
import { findConcept } from "../lexicon/dictionary.ts";
import { fold } from "../lexicon/fold.ts";
import { grammarOf } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";
import { wordSet } from "../lexicon/phrases.ts";
import { sentenceCase } from "../lexicon/spelling.ts";
import { addChoices, splitChoices } from "../prompt/choices.ts";
import { readItem } from "../prompt/item.ts";
import { splitOutside } from "../prompt/split.ts";
import { limitsIn, renameOption } from "./choices.ts";
import { allFields, type EditContext, labelOf, listOf, refuse, replaceField } from "./context.ts";
import { findField, namesField } from "./find.ts";
import { isNoChoice } from "./find-choice.ts";
import { isFragment } from "./fragments.ts";
import type { Action } from "./read-instruction.ts";
import { statedText } from "./stated-text.ts";

/** "Rename phone to Mobile number", "Change the label of phone to Mobile number" */
export const rename: Action = ({ what = "", value = "" }, context) => {
  if (FIELD_NOUN.test(value)) return false;
  const text = statedText(value, context);
  if (text === undefined) return false;
  if (!QUOTED.test(value.trim()) && isFragment(text, context)) return false;
  const label = sentenceCase(text);
  // "call the shirt sizes Small and Large": "sizes" belongs to what is renamed.
  const next = /^\p{Ll}+(?= \p{Lu})/u.exec(value)?.[0];
  if (next && namesField(`${what} ${next}`, context)) return false;
  const field = what === "" && context.last ? context.last : findField(what, context);
  if ("choices" in field && text === value.trim() && /, | and | und | et | y | e | en | i /.test(text)) {
    const old = field.choices.map((choice) => `"${labelOf(choice, context)}"`).join(", ");
    return renameOption({ value: old, new: text }, context);
  }
  context.changes.push(`Renamed "${labelOf(field, context)}" to "${label}".`);
  field.label = context.texts.choice(label);
  return true;
};

/** "Add help text to phone: including country code" */
export const setHelp: Action = ({ what = "", value = "" }, context) => {
  const text = statedText(value, context);
  // "the phone number: ..." is no hint that begins with "number".
  const next = /^\p{L}+/u.exec(value)?.[0];
  const isLonger = next !== undefined && namesField(`${what} ${next}`, context);
  if (text === undefined || !namesField(what, context) || isLonger) return false;
  const field = findField(what, context);
  field.description = context.texts.fromPrompt(sentenceCase(text));
  context.changes.push(`Changed the description of "${labelOf(field, context)}".`);
  return true;
};

const WITH_PLACEHOLDER: ReadonlySet<string> = new Set([
  "short_text",
  "long_text",
  "email",
  "phone",
  "url",
  "number",
  "dropdown",
]);

/** 'Add a placeholder "e.g. Jane Doe" to the name' */
export const setPlaceholder: Action = ({ what = "", value = "" }, context) => {
  const text = statedText(value, context);
  const field = what === "" && context.last ? context.last : findField(what, context);
  if (text === undefined) return false;
  if (!WITH_PLACEHOLDER.has(field.type))
    return refuse("edit_no_placeholder", { field: labelOf(field, context), type: field.type });
  Object.assign(field, { placeholder: context.texts.fromPrompt(text) });
  context.changes.push(`Changed the placeholder of "${labelOf(field, context)}".`);
  return true;
};

/** "Change colour to a dropdown (red, blue)", "Turn comments into a long text" */
export const retype: Action = ({ what = "", value: wanted = "" }, context) => {
  const value = wanted.replace(OPPOSITE, (opposite) => (/ (?:and|or) /.test(opposite) ? opposite : ""));
  if (!namesField(what, context)) return false;
  if (QUOTED.test(value.trim())) return rename({ what, value }, context);
  if (speaksOfFields(value, context)) return false;
  const [, type, label] = TYPE_AND_LABEL.exec(value) ?? [];
  if (type && label)
    return (
      retype({ what, value: type }, context) && rename({ what: idOf(what, context), value: label }, context)
    );
  const field = findField(what, context);
  if (findConcept(value.replace(/^an? /i, ""), context.instructionLanguages)?.value === "date_time") {
    replaceField(field, { ...baseOf(field), type: "datetime" }, context);
    return true;
  }
  const draft = readType(value, field, context);
  if (!draft || (draft.choices.length > 0 && limitsIn(value, context))) return false;
  if (draft.choices.some((choice) => saysRequired(choice, context))) return false;
  if (draft.choices.some((choice) => isNoChoice(choice, context))) return false;
  // "first name and last name" are fields, and no choices of what took a text.
  const areFields = draft.choices.every((choice) => meaningOf(choice, context.grammar, false)?.exact);
  if (draft.kind === undefined && draft.choices.length > 1 && areFields && !("choices" in field))
    return false;
  const keepsChoices = draft.choices.length === 0 && (draft.kind === undefined || needsChoices(draft.kind));
  const kept = "choices" in field && keepsChoices ? field.choices : undefined;
  if (draft.kind && needsChoices(draft.kind) && !kept) countUp(draft);
  if (kept) draft.choices.push(...kept.map(({ label, id }) => label[context.form.default_language] ?? id));
  const shape = shapeOf({ ...draft, label: labelOf(field, context) }, undefined, undefined, context.grammar);
  if (draft.kind && draft.kind !== "consent" && shape.type === "short_text" && draft.kind !== "short_text") {
    return refuse("edit_needs_choices", { field: labelOf(field, context) });
  }
  const changed = fieldBody(baseOf(field), draft, shape, context.texts);
  replaceField(field, withChoices(changed, kept), context);
  context.changes.push(`Changed "${labelOf(field, context)}" from ${field.type} to ${changed.type}.`);
  return true;
};

/** "a dropdown from 1 to 4": the numbers are its choices. */
function countUp(draft: Draft): void {
  const { min, max } = draft.bounds ?? {};
  if (draft.choices.length > 0 || min === undefined || max === undefined || max - min > 50 || max <= min)
    return;
  for (let number = min; number <= max; number++) draft.choices.push(String(number));
  delete draft.bounds;
}

/** "call the email field Work email": the noun belongs to what is renamed. */
const FIELD_NOUN = /^(?:field|question|feld|frage|champ|campo|veld|pole) /i;

/** "single choice, not multiple" */
const OPPOSITE =
  /,? (?:and not|not|instead of|rather than|nicht|und nicht|statt|pas|et non|no|y no|non|e non|niet|en niet|nie|a nie|não|e não) [^,;]{3,40}$/i;

/** 'a yes/no question "Do you drive?"' */
const TYPE_AND_LABEL = /^([^"“„«]{3,60}?):? (["“„«][^"“”„«»]{2,200}["”“»])$/u;

function idOf(reference: string, context: EditContext): string {
  return findField(reference, context).id;
}

const QUOTED = /^["“„«][^"“”„«»]+["”“»]$/;

/** "not filled in, comments are": what denies something or names another field is no list of choices. */
function speaksOfFields(value: string, context: EditContext): boolean {
  const denied = context.instructionLanguages.some((language) => {
    const { not = [], mustNotBe = [] } = instructionsIn(language).vocabulary;
    return (
      wordSet([...not, ...mustNotBe, "nicht", "no", "ne pas", "non", "nie", "niet", "não"]).start(
        fold(value),
      ) !== undefined
    );
  });
  const parts = splitOutside(value.replace(/\([^()]*\)/g, ""), /,/g);
  return (
    denied ||
    startsWithPlace(value, context) ||
    (parts.length > 1 && parts.slice(1).some((part) => startsWithField(part, context)))
  );
}

/** "after the name and required": a place beside a field is no choice. */
function startsWithPlace(value: string, context: EditContext): boolean {
  const lists = context.instructionLanguages.map((language) => instructionsIn(language).vocabulary);
  const places = wordSet(lists.flatMap(({ after = [], before = [] }) => [...after, ...before]));
  const place = places.start(fold(value));
  if (!place) return false;
  const words = value
    .slice(place.end)
    .trim()
    .split(/[ ,;]+/);
  return words.some((_, index) => index < 4 && namesField(words.slice(0, index + 1).join(" "), context));
}

/** "y que sea obligatorio" is no choice. */
function saysRequired(choice: string, { instructionLanguages }: EditContext): boolean {
  return instructionLanguages.some((language) => {
    const { required = [], optional = [] } = instructionsIn(language).vocabulary;
    return wordSet([...required, ...optional]).first(fold(choice)) !== undefined;
  });
}

/** Whether a part is the label of a field with other words after it. */
function startsWithField(part: string, context: EditContext): boolean {
  const folded = fold(part);
  return allFields(context.form).some((field) => folded.startsWith(`${fold(labelOf(field, context))} `));
}

/** Reads the words for a type, in the languages of the instruction. Every word must be about the type. */
function readType(wanted: string, field: FormField, context: EditContext) {
  const label = labelOf(field, context);
  const value = wanted.replace(QUESTION, "$1");
  const listed = kindWithChoices(value, context);
  if (listed) return listed;
  for (const language of context.instructionLanguages) {
    const grammar = grammarOf(language);
    const listed = readItem({ text: value }, grammar);
    if (listed.kind && listed.choices.length > 1) return listed;
    const draft = readItem({ text: `${label} (${value.replace(/[()]/g, ",")})` }, grammar);
    const isRead = draft.description === undefined && draft.placeholder === undefined;
    if (isRead && (draft.kind || draft.choices.length > 1 || draft.bounds)) return draft;
  }
  return undefined;
}

/** "a yes/no question" -> "yes/no" */
const QUESTION = /^(?:an? )?(yes ?(?:\/|or) ?no) (?:question|field|answer)$/i;

/** "a dropdown with yes, no and maybe" */
function kindWithChoices(value: string, context: EditContext): Draft | undefined {
  const marker = wordSet(listOf("withChoices", context)).first(fold(value));
  const list = marker
    ? value
        .slice(marker.end)
        .replace(/^:? (?:the )?(?:options|choices|answers)?:? ?/, "")
        .trim()
    : "";
  if (!marker || list === "" || /["“”„«»()]/.test(list)) return undefined;
  const kind = readItem({ text: `x (${value.slice(0, marker.start).trim()})` }, context.grammar);
  if (!kind.kind || !needsChoices(kind.kind) || kind.choices.length > 0 || kind.description) return undefined;
  addChoices(splitChoices(list, context.grammar), kind, context.grammar);
  return kind.choices.length > 1 ? kind : undefined;
}

function baseOf(field: FormField) {
  const { id, label, description, visible_if } = field;
  const required = "required" in field ? (field.required ?? false) : false;
  return { id, label, required, ...(description && { description }), ...(visible_if && { visible_if }) };
}

/** Choices that the field had keep their ids and their translations. */
function withChoices(field: FormField, kept: { id: string }[] | undefined): FormField {
  return kept && "choices" in field ? ({ ...field, choices: kept } as FormField) : field;
}
