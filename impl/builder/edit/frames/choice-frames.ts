/** Frames for the choices of a field. */
import type { FormField } from "../../../../generated/types.ts";
import { splitChoices } from "../../prompt/choices.ts";
import { addOption, allowOther, removeFromChoices, setChoices, shuffle } from "../choices.ts";
import { labelOf } from "../context.ts";
import type { FieldWithChoices } from "../find-choice.ts";
import { type Clause, instructs } from "./clause.ts";
import type { Frame } from "./frame.ts";
import type { Mark } from "./mark.ts";
import { takeChoices } from "./state-frames.ts";
import { nameOf, takeTopics } from "./topics.ts";

const hasChoices = (field: FormField) => "choices" in field;

/** "Kosher and halal are missing among the dietary requirements", 'Add "Nut-free" to the diets' */
export const addChoices: Frame = (clause) => {
  const isAdded = clause.cue("add", "lacking", "wants", "put");
  if (!isAdded || clause.has("before")) return undefined;
  const holder = takeHolder(clause);
  clause.cue("option", "optionTo", "after");
  const values = holder && takeValues(clause);
  if (!holder || !values || !clause.isDone()) return undefined;
  return () => addOption({ value: values, what: nameOf(holder, clause) }, clause.context);
};

/** "Only sizes M and L are left" */
export const keepChoices: Frame = (clause) => {
  const isOnly = clause.cue("only");
  const isLeft = clause.cue("left", "wants", "accept");
  if (!isOnly || !isLeft) return undefined;
  const choices = takeChoices(clause);
  if (!choices) return undefined;
  clause.fields((field) => field.id === choices.holder.id);
  clause.cue("option", "optionTo");
  const holder = choices.holder as FieldWithChoices;
  if (!clause.isDone()) return undefined;
  const gone = holder.choices
    .map((choice) => labelOf(choice, clause.context))
    .filter((label) => !choices.values.includes(label));
  return () =>
    gone.length === 0 ||
    removeFromChoices({ value: gone.join(", "), what: nameOf(holder, clause) }, clause.context);
};

/** "swap out the sizes for Kids, Adult", "What size? S, M, L or XL" */
export const replaceChoices: Frame = (clause) => {
  const { marks } = clause;
  if (clause.has("add", "remove", "lacking", "insteadOf", "after", "before", "only")) return undefined;
  const isChanged = clause.cue("change", "replace", "swap");
  const holder = takeHolder(clause);
  const isLed =
    clause.cue("to", "left") ||
    marks.some(({ separator }) => separator === ":" || separator === "?") ||
    clause.cue("option");
  if (!holder || !(isChanged || isLed)) return undefined;
  clause.cue("option", "optionTo", "change", "put", "wants");
  const values = takeValues(clause);
  if (!values || !clause.isDone() || splitChoices(values, clause.context.grammar).length < 2)
    return undefined;
  return () => setChoices({ list: values, what: nameOf(holder, clause) }, clause.context);
};

/** "Add "Other" with a text box to the dietary requirements" */
export const addOther: Frame = (clause) => {
  if (
    !clause.take(
      ({ cues, value, text }) => cues.has("other") || (value === "quoted" && isOther(text, clause)),
    ).length
  )
    return undefined;
  const holder = takeHolder(clause);
  if (!holder) return undefined;
  clause.cue("add", "allow", "wants", "option", "optionTo", "put", "accept", "lacking", "choose");
  clause.take(({ kind }) => kind === "short_text" || kind === "long_text");
  if (!clause.isDone()) return undefined;
  return () => allowOther({ what: nameOf(holder, clause) }, clause.context);
};

function isOther(quotation: string, { marks }: Clause): boolean {
  return marks.length > 0 && /^["“„«]\s?other\s?["”“»]$/iu.test(quotation);
}

/** "The sizes should come in a random order" */
export const shuffleChoices: Frame = (clause) => {
  if (!clause.cue("shuffle")) return undefined;
  const holder = takeHolder(clause);
  clause.cue("option", "optionTo", "show");
  if (!holder || !clause.isDone()) return undefined;
  return () => shuffle({ what: nameOf(holder, clause) }, clause.context);
};

/** The one field with choices that is named. */
function takeHolder(clause: Clause): FormField | undefined {
  const fields = takeTopics(clause, hasChoices);
  return fields.length === 1 ? fields[0] : undefined;
}

/** A list of choices: quotations, choices that are there, and new words, up to four for each. */
function takeValues(clause: Clause): string | undefined {
  const rest = clause.rest();
  if (!rest || rest.marks.some((mark) => !isValue(mark))) return undefined;
  const parts = splitChoices(rest.text, clause.context.grammar);
  if (parts.length === 0 || parts.some((part) => part.split(" ").length > 4)) return undefined;
  clause.take((mark) => rest.marks.includes(mark));
  return rest.text.replace(CASED, "$1");
}

/** "XL-t" and "XL:n" are the size in another case. */
const CASED = /(?<![\p{L}\p{N}-])([\p{Lu}\d]{1,5})[-:]\p{Ll}{1,3}(?![\p{L}\p{N}-])/gu;

function isValue(mark: Mark): boolean {
  const { cues, field, value, kind, choices, answer } = mark;
  if (value === "url" || value === "domain" || value === "day" || (field && !choices)) return false;
  if ((instructs(mark) || PLACED.some((cue) => cues.has(cue))) && !answer) return false;
  return kind === undefined || choices !== undefined || cues.has("other");
}

/** What says where a choice stands, or how the field is, and is no choice. */
const PLACED = ["optional", "move", "before", "top", "end"] as const;
