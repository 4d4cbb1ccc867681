/** Frames that say what a field is: required, gone, of a type, within limits. */
import type { FormField } from "../../../../generated/types.ts";
import { needsChoices } from "../../fields/kind.ts";
import { splitChoices } from "../../prompt/choices.ts";
import { retype } from "../change.ts";
import { removeFromChoices } from "../choices.ts";
import { allFields } from "../context.ts";
import { remove } from "../remove.ts";
import { makeOptional, makeRequired, onlyRequired } from "../required.ts";
import { type Clause, instructs } from "./clause.ts";
import type { Frame } from "./frame.ts";
import { nameOf, takeTopics } from "./topics.ts";

/** "The date isn't compulsory", "everything but the name can be left empty", "mandatory are only name and email" */
export const setRequired: Frame = (clause) => {
  const isDuty = clause.has("provide") && clause.cue("duty") && clause.cue("provide");
  const isNeedless = clause.cue("needNot");
  const isOptional = isNeedless || clause.cue("optional");
  const isRequired = clause.cue("required") || isDuty;
  if (isOptional === isRequired) return undefined;
  clause.cue("change");
  const isDenied = !isNeedless && clause.cue("negation");
  // "the phone has to be there, the date doesn't" says two things.
  if (isDenied && clause.marks.some(({ separator }) => separator === ",")) return undefined;
  const isOnly = clause.cue("only");
  const fields = takeMarked(clause);
  if (fields.length === 0 || !clause.isDone()) return undefined;
  const { context } = clause;
  const becomesRequired = isRequired !== isDenied;
  if (isOnly && (isDenied || !becomesRequired)) return undefined;
  const action = isOnly ? onlyRequired : becomesRequired ? makeRequired : makeOptional;
  const names = fields.map((field) => nameOf(field, clause));
  return isOnly
    ? () => action({ what: names.join(", ") }, context)
    : () => names.every((what) => action({ what }, context));
};

/** The fields that are named, or all but those that are excepted. */
function takeMarked(clause: Clause): readonly FormField[] {
  if (!clause.cue("all", "rest")) return takeTopics(clause);
  const isExcepted = clause.cue("except");
  const named = clause.fields();
  if (named.length > 0 !== isExcepted) return [];
  return allFields(clause.context.form).filter((field) => !named.includes(field));
}

/** "No one needs to leave comments, kick that question out", "Vegan is no longer offered" */
export const removeNamed: Frame = (clause) => {
  if (clause.has("insteadOf", "attends", "doesNotAttend")) return undefined;
  const isRemoved = clause.cue("remove", "notNeeded", "gone");
  const isDenied = clause.cue("negation");
  const isUnwanted = isDenied && clause.cue("wants", "left", "accept");
  if (!isRemoved && !isUnwanted) return undefined;
  if (isRemoved && isDenied) return undefined;
  const { context } = clause;
  const choices = takeChoices(clause);
  if (choices) {
    const { holder, values } = choices;
    clause.cue("optionTo", "option");
    clause.fields((field) => field.id === holder.id);
    if (!clause.isDone()) return undefined;
    return () => removeFromChoices({ value: values.join(", "), what: nameOf(holder, clause) }, context);
  }
  const fields = takeTopics(clause);
  if (fields.length === 0 || !clause.isDone()) return undefined;
  return () => fields.every((field) => remove({ what: nameOf(field, clause) }, context));
};

/** The choices of one field that a clause names. */
export function takeChoices(clause: Clause): { holder: FormField; values: string[] } | undefined {
  const marks = clause.open.filter(({ choices, field }) => choices && !field);
  const [first] = marks;
  const holder = first?.choices?.find(({ field }) =>
    marks.every(({ choices }) => choices!.some((one) => one.field === field)),
  )?.field;
  if (!holder) return undefined;
  clause.take((mark) => marks.includes(mark));
  const labels = marks.map(({ choices }) => choices!.find(({ field }) => field === holder)!.choice.label);
  return { holder, values: labels.map((label) => Object.values(label)[0] as string) };
}

/** "Dietary needs as free text please, not as choices", "a dropdown for the sizes instead of buttons" */
export const setType: Frame = (clause) => {
  if (clause.has("add", "lacking", "additionally")) return undefined;
  const { marks } = clause;
  const contrast = clause.open.find(
    ({ cues, answer }) => cues.has("insteadOf") || (cues.has("negation") && !answer),
  );
  const from = contrast ? marks.indexOf(contrast) : marks.length;
  const isType = ({ kind, field }: (typeof marks)[number]) => kind !== undefined && field === undefined;
  const types = clause.take((mark) => isType(mark) && marks.indexOf(mark) < from);
  if (types.length !== 1) return undefined;
  if (contrast) {
    // What a type stands against may have any name: "instead of the buttons".
    const opposites = clause.take((mark) => marks.indexOf(mark) > from && !mark.field && !mark.separator);
    if (opposites.length === 0) return undefined;
    clause.cue("insteadOf", "negation");
  }
  clause.cue("change", "to", "type", "wants", "replace", "put", "only");
  const fields = takeTopics(clause);
  const [type] = types;
  if (fields.length === 0 || !type?.kind) return undefined;
  const list = needsChoices(type.kind) ? takeList(clause) : "";
  if (!clause.isDone()) return undefined;
  const value = list === "" ? type.text : `${type.text} (${list})`;
  return () => fields.every((field) => retype({ what: nameOf(field, clause), value }, clause.context));
};

/** "a choice between yes, no and maybe": the words behind the type. */
function takeList(clause: Clause): string {
  clause.cue("between", "option", "optionTo");
  const rest = clause.rest();
  if (!rest || rest.marks.some((mark) => mark.field || (instructs(mark) && !mark.answer))) return "";
  if (splitChoices(rest.text, clause.context.grammar).length < 2) return "";
  clause.take((mark) => rest.marks.includes(mark));
  return rest.text;
}
