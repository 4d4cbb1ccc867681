/** Frames for new fields. */
import { addFields } from "../add.ts";
import { askIf } from "../ask-if.ts";
import { allFields } from "../context.ts";
import { moveTo } from "../move.ts";
import { markFields } from "../required.ts";
import { instructs } from "./clause.ts";
import type { Frame } from "./frame.ts";
import type { Mark } from "./mark.ts";
import { takePlace } from "./places.ts";

/** "Below the name, I want their job title, optional" */
export const addNew: Frame = (clause) => {
  const { context } = clause;
  const isAsked = clause.cue("add", "wants", "lacking");
  if (!isAsked || clause.has("form")) return undefined;
  const isNotRequired =
    clause.cue("needNot", "optional") || (clause.has("required") && clause.cue("negation"));
  const isRequired = clause.cue("required") && !isNotRequired;
  const place = takePlace(clause);
  clause.cue("both");
  const rest = clause.rest(true);
  if (!rest || !isNew(rest.marks)) return undefined;
  clause.take((mark) => rest.marks.includes(mark));
  if (!clause.isDone()) return undefined;
  return () => {
    const before = new Set(allFields(context.form).map(({ id }) => id));
    if (!addFields({ what: rest.text }, context)) return false;
    const added = allFields(context.form).filter(({ id }) => !before.has(id));
    if (added.length === 0) return false;
    if (isRequired || isNotRequired) markFields(added, isRequired, context);
    context.mentioned = added.map(({ id }) => id);
    return !place || moveTo(added, place.find, context);
  };
};

/** "Ask vegans for their favourite dish" */
export const askThose: Frame = (clause) => {
  if (!clause.cue("wants", "add")) return undefined;
  const [who, ...others] = clause.take(({ choices }) => choices?.length === 1);
  clause.cue("forThose");
  const rest = clause.rest();
  if (!who || others.length > 0 || !rest || !isNew(rest.marks) || rest.marks[0]!.start < who.end)
    return undefined;
  clause.take((mark) => rest.marks.includes(mark));
  const label = Object.values(who.choices![0]!.choice.label)[0] as string;
  return clause.isDone() ? () => askIf({ what: rest.text, condition: label }, clause.context) : undefined;
};

/** Whether words ask for something that the form does not have, and give no other instruction. */
function isNew(marks: readonly Mark[]): boolean {
  const [first] = marks;
  if (marks.some((mark) => HARD.some((cue) => mark.cues.has(cue)) || instructs(mark))) return false;
  if (marks.some(({ field }) => field) && marks.some(({ cues }) => VERBS.some((cue) => cues.has(cue))))
    return false;
  if (LEADS.some((cue) => first?.cues.has(cue))) return false;
  if (marks.some(({ choices, field, value }) => (choices && !field) || value === "url" || value === "domain"))
    return false;
  return marks.some(
    ({ cues, field, kind, value, asks, number }) =>
      value === "quoted" ||
      (!field && number === undefined && cues.size === 0 && (asks !== undefined || kind === undefined)),
  );
}

/** What asks for something else than a field. */
const HARD = ["button", "thanks", "submit", "total"] as const;

/** Beside a field of the form, these make another instruction. */
const VERBS = ["add", "change", "move", "put"] as const;

/** What a new field does not begin with: "title" does, as in "job title". */
const LEADS = ["only", "title", "page", "call", "form", "pronoun"] as const;
