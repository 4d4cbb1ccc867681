/** Frames that show fields only for certain answers. */
import type { Condition, FieldCondition, FormField } from "../../../../generated/types.ts";
import { WordedRefusal } from "../../../failures/worded-refusal.ts";
import { askWhen } from "../ask-if.ts";
import { negated, readCondition, showFields } from "../conditions.ts";
import { allFields, type EditContext } from "../context.ts";
import { Clause } from "./clause.ts";
import type { Frame } from "./frame.ts";
import type { Mark } from "./mark.ts";
import { isNew } from "./new-words.ts";
import { takeTopics } from "./topics.ts";

/** "The guests question only matters if someone says yes to attending", "show the size just to those who will attend" */
export const showWhen: Frame = (clause) => {
  const { marks } = clause;
  const start = marks.findIndex(({ cues }) => CONDITIONAL.some((cue) => cues.has(cue)));
  if (start < 0 || marks.some(({ separator }, index) => separator && index < leadOf(separator, start)))
    return undefined;
  for (let end = marks.length; end > start + 1; end--) {
    const change = shownWhen(clause.fresh(), start, end);
    if (change) return change;
  }
  return undefined;
};

/** "it isn't for everyone, show it to those who come" says two things; many languages have a comma just before "if" and "who". */
function leadOf(separator: string, start: number): number {
  return separator === "," ? start - 1 : start;
}

/** "Ask for a reason if they can't attend"; a condition that stands first could be meant for what follows, too. */
export const askNewWhen: Frame = (clause) => {
  const { marks, context } = clause;
  const start = marks.findIndex(({ cues }) => CONDITIONAL.some((cue) => cues.has(cue)));
  if (start < 1 || marks[start]!.cues.has("unless")) return undefined;
  for (let end = marks.length; end > start + 1; end--) {
    const rest = clause.fresh();
    rest.take((mark) => marks.indexOf(mark) >= start && marks.indexOf(mark) < end);
    if (!rest.cue("wants", "add")) continue;
    const asked = rest.rest(true);
    const when = asked && isNew(asked.marks) && conditionOf(marks.slice(start + 1, end), undefined, rest);
    if (!when || asked.marks.some(({ field }) => field)) continue;
    rest.take((mark) => asked.marks.includes(mark));
    if (rest.isDone()) return () => askWhen(asked.text, when, context);
  }
  return undefined;
};

/** Reads the words from `start` to `end` as the condition, and all others as what is shown. */
function shownWhen(clause: Clause, start: number, end: number): ReturnType<Frame> {
  const { marks, context } = clause;
  const condition = marks.slice(start + 1, end);
  const lead = marks[start]!;
  clause.take((mark) => mark === lead || condition.includes(mark));
  const isShown = clause.cue("show", "only") || lead.cues.has("forThose");
  const isHidden = clause.cue("hide", "negation");
  const isAsked = clause.cue("wants");
  clause.cue("all", "duty", "provide");
  const isNeeded = clause.cue("required");
  const fields = takeTopics(clause);
  if (fields.length === 0 || !(isShown || isAsked || isHidden) || !clause.isDone()) return undefined;
  const when = conditionOf(condition, fields[0]!, clause);
  if (!when || isNeeded) return undefined;
  const isNegated = isHidden !== lead.cues.has("unless");
  const ids = fields.map(({ id }) => id);
  return () => {
    const now = allFields(context.form).filter(({ id }) => ids.includes(id));
    return showFields(now, isNegated ? negated(when) : when, context);
  };
}

const CONDITIONAL = ["if", "unless", "forThose"] as const;

/** What the words of a condition say, by the templates, else by the answers that they name. */
function conditionOf(
  marks: readonly Mark[],
  shown: FormField | undefined,
  { text, context }: Clause,
): Condition | undefined {
  const [first, last] = [marks[0], marks.at(-1)];
  if (!first || !last) return undefined;
  return (
    byMarks(marks, shown, text, context) ?? byTemplates(text.slice(first.start, last.end), shown, context)
  );
}

function byTemplates(
  text: string,
  shown: FormField | undefined,
  context: EditContext,
): Condition | undefined {
  try {
    return readCondition(text, shown, context);
  } catch (error) {
    if (!(error instanceof WordedRefusal)) throw error;
    return undefined;
  }
}

function byMarks(
  marks: readonly Mark[],
  shown: FormField | undefined,
  text: string,
  context: EditContext,
): FieldCondition | undefined {
  const clause = new Clause(text, marks, context);
  const fields = allFields(context.form);
  const earlier = shown ? fields.slice(0, fields.indexOf(shown)) : fields;
  return (
    byAttendance(clause, earlier) ??
    byAnswer(new Clause(text, marks, context), earlier) ??
    byNumber(new Clause(text, marks, context), earlier)
  );
}

/** "someone says yes to attending", "they're not coming" */
function byAttendance(clause: Clause, earlier: readonly FormField[]): FieldCondition | undefined {
  const questions = earlier.filter(({ type }) => type === "yes_no");
  const answers = clause.take(({ answer }) => answer !== undefined);
  const named = clause.fields(({ type }) => type === "yes_no");
  const isOut = clause.cue("doesNotAttend");
  const isIn = clause.cue("attends");
  const isDenied = !isOut && clause.cue("negation");
  clause.cue("choose", "if", "to");
  const [field] = named.length > 0 ? named : questions;
  if (!field || !earlier.includes(field) || (named.length === 0 && questions.length !== 1)) return undefined;
  if (
    !clause.isDone() ||
    answers.length > 1 ||
    (answers.length === 0 && !isOut && !isIn && named.length === 0)
  )
    return undefined;
  const isYes = answers.length === 1 ? answers[0]!.answer === "yes" : !isOut;
  if (isDenied && answers.length === 1) return undefined;
  return { field: field.id, op: "eq", value: isYes !== isDenied };
}

/** "people who are vegan": one choice of a field before. */
function byAnswer(clause: Clause, earlier: readonly FormField[]): FieldCondition | undefined {
  const named = clause.take(({ choices }) => choices?.length === 1);
  const [choice, ...others] = named.map(({ choices }) => choices![0]!);
  if (!choice || others.length > 0 || !earlier.some(({ id }) => id === choice.field.id)) return undefined;
  clause.fields(({ id }) => id === choice.field.id);
  clause.cue("choose", "option", "optionTo", "wants");
  if (!clause.isDone()) return undefined;
  const op = choice.field.type === "multiple_choice" ? "contains" : "eq";
  return { field: choice.field.id, op, value: choice.choice.id };
}

/** "there are more than 2 guests" */
function byNumber(clause: Clause, earlier: readonly FormField[]): FieldCondition | undefined {
  const [field, ...others] = clause.fields(({ type }) => type === "number");
  const numbers = clause.numbers();
  const found = COMPARED.filter(([cue]) => clause.cue(cue));
  const [value] = numbers;
  if (!field || others.length > 0 || !earlier.includes(field) || value === undefined || numbers.length > 1)
    return undefined;
  return found.length === 1 && clause.isDone() ? { field: field.id, op: found[0]![1], value } : undefined;
}

const COMPARED = [
  ["atLeast", "gte"],
  ["orMore", "gte"],
  ["atMost", "lte"],
  ["orLess", "lte"],
  ["moreThan", "gt"],
  ["lessThan", "lt"],
] as const;
