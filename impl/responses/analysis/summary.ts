/** Sums up the answers to a form: question by question, and when they came. */
import type { FormStructure, LocalizedText } from "../../../generated/types.ts";
import { shownDigits } from "../../forms/amounts.ts";
import type { Answers } from "../../forms/answers/answer.ts";
import { answerTo } from "../../forms/answers/condition.ts";
import { type Course, computeCourse } from "../../forms/answers/tallies/course.ts";
import { numberTally } from "../../forms/answers/tallies/numbers.ts";
import type { Result, SummaryWording, Tally } from "../../forms/answers/tallies/tally.ts";
import { valueTally } from "../../forms/answers/tallies/texts.ts";
import { takesAnswer } from "../../forms/fields/client/client-kinds.ts";
import { questionKind } from "../../forms/fields/kinds.ts";
import { isRetired } from "../../forms/structure/retirement.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Digits } from "../../texts/number.ts";
import { createDayReader, UTC } from "../../texts/time-zone.ts";
import { latestResponses, MAX_RESPONSES } from "../batches.ts";
import type { ResponseFilter } from "../filter.ts";
import type { Fits } from "./search.ts";

export interface QuestionSummary {
  readonly field: string;
  readonly label: string;
  /** Whether new respondents are no longer asked. */
  readonly isRetired: boolean;
  /** How its numbers are shown; undefined: with as many digits as they have. */
  readonly digits: Digits | undefined;
  /** The unit of its numbers; undefined: they have none. */
  readonly unit: string | undefined;
  /** How many of the responses answered it. A box that was left unticked is no answer. */
  readonly answered: number;
  /** How many the result counts: unticked boxes, too. */
  readonly counted: number;
  /** Undefined: there is no answer. */
  readonly result: Result | undefined;
}

export interface Summary {
  /** Responses that were summed up. */
  readonly count: number;
  /** Responses that were looked at: the latest, as many as people can wait for. */
  readonly searched: number;
  /** Whether older ones were left out. */
  readonly hasOlder: boolean;
  /** When they came; undefined: there is none. */
  readonly course: Course | undefined;
  /** The questions in the order of the form, then hidden fields and calculations. */
  readonly questions: readonly QuestionSummary[];
}

/**
 * Reads a bounded number of responses, however many there are.
 * @param structure the current one: answers to older versions still fit, since edits that break them are refused
 * @param fits which responses are summed up; undefined: all
 * @param zone the time zone whose days are counted
 * @param most the greatest number of responses that are read
 */
export async function summarise(
  queries: Queries,
  filter: ResponseFilter,
  structure: FormStructure,
  wording: SummaryWording,
  {
    fits,
    zone = UTC,
    most = MAX_RESPONSES,
  }: { readonly fits?: Fits | undefined; readonly zone?: string; readonly most?: number } = {},
): Promise<Summary> {
  const sums = answerSums(structure, wording);
  const days: string[] = [];
  const toDay = createDayReader(zone);
  const latest = await latestResponses(queries, filter, undefined, { responses: most });
  for await (const batch of latest.batches()) {
    for (const response of batch) {
      if (fits && !(await fits(response))) continue;
      days.push(toDay(response.submitted_at));
      sums.add(response.answers);
    }
  }
  return {
    count: days.length,
    searched: latest.count,
    hasOlder: latest.hasOlder,
    course: computeCourse(days),
    questions: sums.questions(),
  };
}

/** Sums up answers, response by response. @param structure as for `summarise` */
export function answerSums(structure: FormStructure, wording: SummaryWording) {
  const questions = listQuestions(structure, wording);
  return {
    add: (answers: Answers) => count(questions, answers),
    questions: (): readonly QuestionSummary[] => questions.map(toSummary),
  };
}

function count(questions: readonly Question[], answers: Answers): void {
  for (const question of questions) {
    const answer = answerTo(answers, question.field);
    if (answer === undefined) continue;
    question.counted += 1;
    if (answer !== question.untouched) question.answered += 1;
    question.tally.add(answer);
  }
}

function toSummary({ tally, untouched: _, ...question }: Question): QuestionSummary {
  return { ...question, result: question.counted === 0 ? undefined : tally.result() };
}

interface Question {
  readonly field: string;
  readonly label: string;
  readonly isRetired: boolean;
  readonly digits: Digits | undefined;
  readonly unit: string | undefined;
  answered: number;
  counted: number;
  /** The answer of respondents who left the field untouched. */
  readonly untouched: unknown;
  readonly tally: Tally;
}

function listQuestions(structure: FormStructure, wording: SummaryWording): Question[] {
  const { pages, hidden_fields = [], calculations = [] } = structure;
  const digits = shownDigits(structure);
  const fields = pages.flatMap((page) => page.fields);
  const units = new Map(fields.map((field) => [field.id, field.type === "number" ? field.unit : undefined]));
  const retired = new Set(fields.filter(isRetired).map(({ id }) => id));
  const question = (
    field: string,
    label: LocalizedText | undefined,
    tally: Tally,
    untouched?: unknown,
  ): Question => ({
    field,
    label: label?.[wording.language] ?? field,
    isRetired: retired.has(field),
    digits: digits.get(field),
    unit: units.get(field)?.[wording.language],
    answered: 0,
    counted: 0,
    untouched,
    tally,
  });
  return [
    ...fields.filter(takesAnswer).map((field) => {
      const kind = questionKind(field);
      return question(field.id, field.label, kind.tally(field, wording), kind.untouched);
    }),
    ...hidden_fields.map(({ id, label }) => question(id, label, valueTally(String))),
    ...calculations.map(({ id, label }) => question(id, label, numberTally(undefined, wording.number))),
  ];
}
