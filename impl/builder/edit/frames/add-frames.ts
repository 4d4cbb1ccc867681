/** Frames for new fields. */
import { addFields } from "../add.ts";
import { askIf } from "../ask-if.ts";
import { allFields } from "../context.ts";
import { moveTo } from "../move.ts";
import { markFields } from "../required.ts";
import { isEmpty } from "./clause.ts";
import type { Frame } from "./frame.ts";
import type { Mark } from "./mark.ts";
import { isNew } from "./new-words.ts";
import { takePlace } from "./places.ts";

/** "Below the name, I want their job title, optional" */
export const addNew: Frame = (clause) => {
  const { context } = clause;
  const isAsked = clause.cue("add", "wants", "lacking");
  if (!isAsked || clause.has("form")) return undefined;
  // "Coloca uma pergunta sobre a profissão"
  if (context.grammar.languages[0] !== "en") clause.cue("put");
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
    if (!addFields({ what: worded(rest.text, rest.marks) }, context)) return false;
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

/** '"LinkedIn profile" URL field' -> '"LinkedIn profile" (URL)' */
function worded(text: string, marks: readonly Mark[]): string {
  const [quoted, ...others] = marks.filter(({ value }) => value === "quoted");
  const [kind, ...more] = marks.filter((mark) => mark !== quoted && !isEmpty(mark));
  const isTyped = quoted && kind?.kind && others.length === 0 && more.length === 0;
  return isTyped ? `${quoted.text} (${kind.text})` : text;
}
