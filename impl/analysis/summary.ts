/** Sums up the answers to a form: question by question, and when they came. */
import type { FormField, FormStructure, Language, LocalizedText } from "../../generated/types.ts";
import { takesAnswer } from "../answers/answer.ts";
import { answerTo } from "../answers/condition.ts";
import type { ResponseFilter } from "../responses/filter.ts";
import type { Queries } from "../storage/storage.ts";
import { type Course, courseOf } from "./course.ts";
import { latestResponses } from "./latest.ts";
import { booleanTally, choiceTally, matrixTally, rankingTally } from "./tallies/choices.ts";
import { npsTally, numberTally } from "./tallies/numbers.ts";
import type { Result, Tally } from "./tallies/tally.ts";
import { fileTally, textTally, valueTally } from "./tallies/texts.ts";

/** How the values of a summary are written. */
export interface SummaryWording {
  /** Of labels. */
  readonly language: Language;
  readonly yes: string;
  readonly no: string;
  number(value: number): string;
  date(iso: string): string;
  datetime(iso: string): string;
}

export interface QuestionSummary {
  readonly field: string;
  readonly label: string;
  /** How many of the responses answered it. */
  readonly answered: number;
  /** Undefined: there is no answer. */
  readonly result: Result | undefined;
}

export interface Summary {
  /** Responses that were summed up: the latest, as many as people can wait for. */
  readonly count: number;
  /** Whether older ones were left out. */
  readonly hasOlder: boolean;
  /** When they came; undefined: there is none. */
  readonly course: Course | undefined;
  /** In the order of the form, then hidden fields and calculations. */
  readonly questions: readonly QuestionSummary[];
}

/**
 * Reads a bounded number of responses, however many there are.
 * @param structure the current one: answers to older versions still fit, since edits that break them are refused
 */
export async function summarise(
  queries: Queries,
  filter: ResponseFilter,
  structure: FormStructure,
  wording: SummaryWording,
): Promise<Summary> {
  const questions = questionsOf(structure, wording);
  const times: string[] = [];
  const latest = await latestResponses(queries, filter);
  for await (const batch of latest.batches()) {
    for (const { submitted_at, answers } of batch) {
      times.push(submitted_at);
      for (const question of questions) {
        const answer = answerTo(answers, question.field);
        if (answer === undefined) continue;
        question.answered += 1;
        question.tally.add(answer);
      }
    }
  }
  return {
    count: times.length,
    hasOlder: latest.hasOlder,
    course: courseOf(times),
    questions: questions.map(({ field, label, answered, tally }) => ({
      field,
      label,
      answered,
      result: answered === 0 ? undefined : tally.result(),
    })),
  };
}

interface Question {
  readonly field: string;
  readonly label: string;
  answered: number;
  readonly tally: Tally;
}

function questionsOf(
  { pages, hidden_fields = [], calculations = [] }: FormStructure,
  wording: SummaryWording,
): Question[] {
  const question = (field: string, label: LocalizedText | undefined, tally: Tally): Question => ({
    field,
    label: label?.[wording.language] ?? field,
    answered: 0,
    tally,
  });
  return [
    ...pages
      .flatMap(({ fields }) => fields)
      .filter(takesAnswer)
      .map((field) => question(field.id, field.label, tallyOf(field, wording))),
    ...hidden_fields.map(({ id, label }) =>
      question(
        id,
        label,
        valueTally((value) => value),
      ),
    ),
    ...calculations.map(({ id, label }) => question(id, label, numberTally(undefined, wording.number))),
  ];
}

function tallyOf(field: FormField, wording: SummaryWording): Tally {
  const labelOf = ({ id, label }: { readonly id: string; readonly label: LocalizedText }) =>
    label[wording.language] ?? id;
  switch (field.type) {
    case "single_choice":
    case "dropdown":
      return choiceTally(field.choices, false, labelOf);
    case "multiple_choice":
      return choiceTally(field.choices, true, labelOf);
    case "yes_no":
    case "consent":
      return booleanTally(wording);
    case "rating":
      return numberTally(steps(1, field.max, 1), wording.number);
    case "scale":
      return numberTally(steps(field.min, field.max, field.step ?? 1), wording.number);
    case "number":
      return numberTally(undefined, wording.number);
    case "nps":
      return npsTally();
    case "ranking":
      return rankingTally(field.choices, labelOf);
    case "matrix":
      return matrixTally(field, labelOf);
    case "date":
      return valueTally(wording.date, /^\d{4}-\d{2}-\d{2}$/);
    case "datetime":
      return valueTally(wording.datetime, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
    case "time":
      return valueTally((value) => value, /^\d{2}:\d{2}$/);
    case "file_upload":
    case "signature":
      return fileTally();
    default:
      return textTally();
  }
}

function steps(min: number, max: number, step: number): readonly number[] {
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, index) => min + index * step);
}
