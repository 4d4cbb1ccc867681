/** Compares answers with the answer key of a form: a calculation whose `score` operations give points to right choices. */
import type { Calculation, Choice, FormField, FormStructure } from "../../../generated/types.ts";
import type { Answers } from "./answer.ts";
import { answerTo } from "./condition.ts";
import { fieldsIn, type Operation } from "./expression.ts";
import { compiledCalculations, conditionHolds, withResults } from "./expression-trees.ts";
import { changingIds } from "./open-calculations.ts";

/** A field that has a right answer. A ranking has none: it always holds all choices. */
type KeyField = Extract<FormField, { type: "single_choice" | "dropdown" | "multiple_choice" }>;
type Score = Extract<Operation, { op: "score" }>;
type Points = ReadonlyMap<string, number>;

export interface MarkedAnswer {
  readonly field: KeyField;
  /** Ids of choices, and typed answers; empty if not answered. */
  readonly answer: readonly unknown[];
  readonly verdict: "right" | "partly" | "wrong" | "unanswered";
  readonly right: readonly Choice[];
  readonly points: number;
  /** The points of the right answer. */
  readonly most: number;
}

export interface MarkedAnswers {
  readonly calculation: Calculation;
  readonly questions: readonly MarkedAnswer[];
  /** Undefined: the formula has no result, such as without a number that it needs. */
  readonly result: number | undefined;
  /** The result of right answers to the same questions. */
  readonly most: number | undefined;
  /** Whether the points of the questions add up to the result; a formula may weight them or make them per cent. */
  readonly addsUp: boolean;
}

/** The fields that a calculation scores, itself or by the calculations that it names, with the points of their choices. */
export function scoredFields(
  structure: FormStructure,
  id: string | undefined,
): ReadonlyMap<KeyField, Points> {
  const points = new Map<string, Points>();
  const needed = new Set([id]);
  for (const calculation of compiledCalculations(structure).toReversed()) {
    if (!needed.has(calculation.id)) continue;
    for (const used of fieldsIn(calculation.expression)) needed.add(used);
    for (const score of scoresIn(calculation.expression))
      points.set(score.field, new Map([...(points.get(score.field) ?? []), ...Object.entries(score.points)]));
  }
  const fields = structure.pages.flatMap((page) => page.fields).filter(isKeyField);
  return new Map(
    fields.flatMap((field) => {
      const own = points.get(field.id);
      return own && rightChoices(field, own).length > 0 ? [[field, own] as const] : [];
    }),
  );
}

function isKeyField(field: FormField): field is KeyField {
  return field.type === "single_choice" || field.type === "dropdown" || field.type === "multiple_choice";
}

export function scoresIn(part: unknown): Score[] {
  if (typeof part !== "object" || part === null) return [];
  return isScore(part) ? [part] : Object.values(part).flatMap(scoresIn);
}

function isScore(part: object): part is Score {
  return "op" in part && part.op === "score";
}

/** Returns the right choices: for a single choice, those with the most points; for a multiple choice, all with points. */
function rightChoices({ type, choices }: KeyField, points: Points): Choice[] {
  const worth = choices.map((choice) => ({ choice, points: points.get(choice.id) ?? 0 }));
  const least = type === "multiple_choice" ? 0 : Math.max(...worth.map((one) => one.points));
  return worth.flatMap((one) => (one.points > 0 && one.points >= least ? [one.choice] : []));
}

/** Ids of the results that would tell points before a response counts: all that depend on a question of the key. */
export function secretResults(structure: FormStructure): ReadonlySet<string> {
  const { answer_key: key } = structure.settings ?? {};
  if (key === undefined) return new Set();
  const questions = new Set([...scoredFields(structure, key).keys()].map(({ id }) => id));
  const results = changingIds(compiledCalculations(structure), questions);
  for (const id of questions) results.delete(id);
  return results;
}

/**
 * Compares answers with the key. Questions that the respondent did not see are left out. @param id the id of the calculation
 * that is the key @returns undefined if there is no such calculation, or none of its questions was asked
 */
export function markAnswers(
  structure: FormStructure,
  answers: Answers,
  id: string | undefined,
): MarkedAnswers | undefined {
  const calculation = structure.calculations?.find((one) => one.id === id);
  const questions = [...scoredFields(structure, id)]
    .filter(([{ visible_if }]) => visible_if === undefined || conditionHolds(visible_if, answers))
    .map(([field, points]) => markAnswer(field, points, answers));
  if (calculation === undefined || questions.length === 0) return undefined;
  const result = computeResult(calculation, answers);
  const sum = questions.reduce((all, { points }) => all + points, 0);
  return {
    calculation,
    questions,
    result,
    most: computeResult(calculation, withResults(structure, { ...answers, ...rightAnswers(questions) })),
    addsUp: result !== undefined && Math.abs(result - sum) < 1e-9,
  };
}

function markAnswer(field: KeyField, pointsOf: Points, answers: Answers): MarkedAnswer {
  const right = rightChoices(field, pointsOf);
  const isMultiple = field.type === "multiple_choice";
  const answer = [answerTo(answers, field.id) ?? []].flat();
  const points = answer.reduce<number>((sum, choice) => sum + (pointsOf.get(String(choice)) ?? 0), 0);
  const pointsOfRight = right.map((choice) => pointsOf.get(choice.id) ?? 0);
  return {
    field,
    answer,
    verdict: judge(answer, right, { points, needsAll: isMultiple }),
    right,
    points,
    most: isMultiple ? pointsOfRight.reduce((sum, one) => sum + one, 0) : Math.max(...pointsOfRight),
  };
}

/** An answer without a right choice is partly right if its choices have points: several choices may have some. */
function judge(
  answer: readonly unknown[],
  right: readonly Choice[],
  { points, needsAll }: { readonly points: number; readonly needsAll: boolean },
): MarkedAnswer["verdict"] {
  if (answer.length === 0) return "unanswered";
  const rightCount = answer.filter((id) => right.some((choice) => choice.id === id)).length;
  const isComplete = rightCount === (needsAll ? right.length : 1);
  if (isComplete && answer.length === rightCount) return "right";
  return rightCount > 0 || points > 0 ? "partly" : "wrong";
}

function rightAnswers(questions: readonly MarkedAnswer[]): Answers {
  return Object.fromEntries(
    questions.map(({ field, right }) => {
      const ids = right.map(({ id }) => id);
      const [first = ""] = ids;
      return [field.id, field.type === "multiple_choice" ? ids : first];
    }),
  );
}

function computeResult({ id }: Calculation, answers: Answers): number | undefined {
  const result = answerTo(answers, id);
  return typeof result === "number" ? result : undefined;
}
