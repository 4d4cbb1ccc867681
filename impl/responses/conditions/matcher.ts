/** Tells which answers meet conditions. */
import type { Answers, StoredAnswer } from "../../forms/answers/answer.ts";
import { answerTo } from "../../forms/answers/condition.ts";
import { foldTitle } from "../../forms/directory/fold-title.ts";
import type { AnswerFilter, RangeFilter } from "../../forms/fields/parts/filters.ts";
import type { AnswerCondition } from "./condition.ts";
import type { FilteredQuestion, QuestionFilters } from "./question-filters.ts";

/** Tells whether a response meets all conditions. @param answers those that its reader may see */
export type MeetsConditions = (answers: Answers) => boolean;

/**
 * Prepares conditions for many responses. A condition that does not fit its question, or whose question the form does not have,
 * is met by no response: if it was left out, an owner could delete responses that the list had not shown.
 */
export function conditionMatcher(
  questions: QuestionFilters,
  conditions: readonly AnswerCondition[],
): MeetsConditions {
  const tests = conditions.map((condition) => answerTest(questions.get(condition.key), condition));
  return (answers) => tests.every((test) => test(answers));
}

/** Tells whether a condition can be met. */
export function fitsQuestion(question: FilteredQuestion | undefined, condition: AnswerCondition): boolean {
  return question !== undefined && prepareTest(question.filter, condition) !== undefined;
}

function answerTest(question: FilteredQuestion | undefined, condition: AnswerCondition): MeetsConditions {
  const test = question && prepareTest(question.filter, condition);
  if (question === undefined || test === undefined) return () => false;
  return (answers) => {
    const answer = answerTo(answers, question.field);
    const isUntouched = answer !== undefined && answer === question.untouched;
    return test(answer, isUntouched);
  };
}

/** Tells whether an answer meets a condition. @param isUntouched whether it is the one of an untouched field */
type AnswerTest = (answer: StoredAnswer | undefined, isUntouched: boolean) => boolean;

/** Prepares the test of one answer; undefined: the condition does not fit the filter. */
function prepareTest(filter: AnswerFilter, condition: AnswerCondition): AnswerTest | undefined {
  switch (condition.op) {
    case "answered":
      return (answer, isUntouched) => !isUntouched && isGiven(filter, answer);
    case "empty":
      return (answer, isUntouched) => isUntouched || !isGiven(filter, answer);
    case "one_of":
    case "none_of":
      return filter.kind === "choices"
        ? choiceTest(filter.chosen, new Set(condition.values), condition.op === "one_of")
        : undefined;
    case "range":
      return filter.kind === "range" ? rangeTest(filter, condition.from, condition.to) : undefined;
    case "contains":
      return filter.kind === "text" ? textTest(filter.texts, foldTitle(condition.text)) : undefined;
  }
}

function isGiven(filter: AnswerFilter, answer: StoredAnswer | undefined): boolean {
  if (answer === undefined) return false;
  return filter.kind === "choices" ? filter.chosen(answer).length > 0 : true;
}

/** A question without an answer has none of the choices. */
function choiceTest(
  chosen: (answer: StoredAnswer) => readonly string[],
  wanted: ReadonlySet<string>,
  isOneOf: boolean,
): AnswerTest {
  return (answer) => {
    const has = answer !== undefined && chosen(answer).some((id) => wanted.has(id));
    return has === isOneOf;
  };
}

function rangeTest(filter: RangeFilter, from: string, to: string): AnswerTest | undefined {
  const read = (bound: string) => (filter.unit === "number" ? Number(bound) : bound);
  const [low, high] = [from === "" ? undefined : read(from), to === "" ? undefined : read(to)];
  if (Number.isNaN(low) || Number.isNaN(high)) return undefined;
  return (answer) => {
    const value = answer === undefined ? undefined : filter.value(answer);
    if (value === undefined) return false;
    return (low === undefined || value >= low) && (high === undefined || value <= high);
  };
}

function textTest(texts: (answer: StoredAnswer) => readonly string[], wanted: string): AnswerTest {
  return (answer) => answer !== undefined && texts(answer).some((text) => foldTitle(text).includes(wanted));
}
