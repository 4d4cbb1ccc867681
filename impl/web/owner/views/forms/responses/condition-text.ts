/** Says a filter by answer in words. */
import type { AnswerFilter } from "../../../../../forms/fields/parts/filters.ts";
import type { AnswerCondition } from "../../../../../responses/conditions/condition.ts";
import type { FilteredQuestion } from "../../../../../responses/conditions/question-filters.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { shorten } from "../../../../../texts/shorten.ts";

/** Characters of a question and of the chosen answers: the condition must be seen behind a long question. */
const QUESTION_LENGTH = 60;
const VALUES_LENGTH = 100;

export function questionText(t: OwnerTranslation, { label, filter }: FilteredQuestion): string {
  const isFirstPlace = filter.kind === "choices" && filter.isFirstPlace;
  return isFirstPlace ? t.say("condition_first_place", { question: label }) : label;
}

export function conditionText(
  t: OwnerTranslation,
  filtered: FilteredQuestion,
  condition: AnswerCondition,
): string {
  return say(t, shorten(questionText(t, filtered), QUESTION_LENGTH), filtered.filter, condition);
}

function say(
  t: OwnerTranslation,
  question: string,
  filter: AnswerFilter,
  condition: AnswerCondition,
): string {
  switch (condition.op) {
    case "answered":
    case "empty":
      return t.say(`condition_is_${condition.op}`, { question });
    case "one_of":
    case "none_of": {
      const options = filter.kind === "choices" ? filter.options : [];
      const labels = condition.values.map((id) => options.find((option) => option.id === id)?.label ?? id);
      const values = shorten(t.anyOf(labels), VALUES_LENGTH);
      return t.say(`condition_is_${condition.op}`, { question, values });
    }
    case "contains":
      return t.say("condition_is_contains", { question, text: shorten(condition.text, VALUES_LENGTH) });
    case "range": {
      const isDays = filter.kind === "range" && filter.unit === "date";
      if (isDays) return daysText(t, question, condition);
      const write = (bound: string) => boundText(t, filter, bound);
      const [from, to] = [write(condition.from), write(condition.to)];
      if (condition.to === "") return t.say("condition_is_from", { question, from });
      return condition.from === ""
        ? t.say("condition_is_to", { question, to })
        : t.say("condition_is_range", { question, from, to });
    }
  }
}

/** Says which days are shown. @param from, to `YYYY-MM-DD`; empty: no limit, for one of both at most */
export function daysText(
  t: OwnerTranslation,
  question: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  if (to === "") return t.say("condition_days_from", { question, from: t.date(from) });
  if (from === "") return t.say("condition_days_to", { question, to: t.date(to) });
  return t.say("condition_days_range", { question, from: t.date(from), to: t.date(to) });
}

function boundText(t: OwnerTranslation, filter: AnswerFilter, bound: string): string {
  const isNumber = filter.kind === "range" && filter.unit === "number";
  return isNumber && bound !== "" ? t.number(Number(bound)) : bound;
}
