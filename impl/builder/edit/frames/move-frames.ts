/** Frames for the order of fields and choices. */
import { allFields } from "../context.ts";
import { moveTo, swap } from "../move.ts";
import { optionAfter, optionBefore } from "../option-place.ts";
import type { Frame } from "./frame.ts";
import type { Mark } from "./mark.ts";
import { behind, take, takePlace } from "./places.ts";
import { nameOf, takeTopics } from "./topics.ts";

/** "The comments belong directly after the attendance question" */
export const moveFields: Frame = (clause) => {
  if (clause.open.some(onlyAdds)) return undefined;
  clause.cue("move", "wants", "put");
  const place = takePlace(clause);
  if (!place) return undefined;
  const fields = takeTopics(clause);
  if (fields.length === 0 || !clause.isDone() || (place.anchor && fields.includes(place.anchor)))
    return undefined;
  const { context } = clause;
  const ids = new Set(fields.map(({ id }) => id));
  return () => {
    const moved = fields.map(({ id }) => allFields(context.form).find((one) => one.id === id)!);
    if (ids.size === allFields(context.form).length) return false;
    return moveTo(moved, place.find, context);
  };
};

/** "Add a phone number after the email" asks for a new one, even if the form has one. */
function onlyAdds({ cues }: Mark): boolean {
  return cues.has("add") && !(["move", "wants"] as const).some((cue) => cues.has(cue));
}

/** "Date and comments can swap" */
export const swapFields: Frame = (clause) => {
  if (!clause.cue("swap")) return undefined;
  const [first, second, ...others] = clause.fields();
  if (!first || !second || others.length > 0 || !clause.isDone()) return undefined;
  return () => swap({ a: nameOf(first, clause), b: nameOf(second, clause) }, clause.context);
};

/** "Put L before M in the sizes", 'Put "Nut-free" between vegetarian and vegan' */
export const placeChoice: Frame = (clause) => {
  clause.cue("move", "add", "option", "put");
  const isBetween = clause.has("between");
  const cue = isBetween ? "between" : clause.has("after") ? "after" : "before";
  const marks = behind(clause, cue, isBetween ? 2 : 1);
  const [ref, second] = marks.map(({ choices }) => (choices?.length === 1 ? choices[0] : undefined));
  if (!ref || (isBetween && second?.field !== ref.field)) return undefined;
  take(clause, cue, marks);
  const holders = clause.fields((field) => field.id === ref.field.id);
  clause.cue("optionTo");
  const moved = clause.take(
    ({ choices }) => choices?.some(({ field }) => field.id === ref.field.id) ?? false,
  );
  const value = moved.length === 1 ? moved[0]!.text : moved.length === 0 ? newChoice(clause) : undefined;
  if (value === undefined || holders.length > 1 || !clause.isDone()) return undefined;
  const { choices } = ref.field;
  const isInOrder = !second || choices.indexOf(ref.choice) < choices.indexOf(second.choice);
  const anchor = isInOrder ? marks[0]!.text : marks[1]!.text;
  const place = cue === "before" ? optionBefore : optionAfter;
  return () => place({ what: `"${value}"`, ref: anchor }, clause.context);
};

/** A new choice: a quotation, or up to three words. */
function newChoice(clause: Parameters<Frame>[0]): string | undefined {
  const quoted = clause.quoted();
  if (quoted !== undefined) return quoted;
  const rest = clause.rest();
  if (!rest || rest.marks.length > 3 || rest.marks.some(({ separator, field }) => separator || field))
    return undefined;
  clause.take((mark) => rest.marks.includes(mark));
  return rest.text;
}
