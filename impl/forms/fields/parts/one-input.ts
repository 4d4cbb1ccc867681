/** The common part of most kinds: one input whose value is the answer. */
import { limits } from "../../../../generated/limits.ts";
import type { AnswerField } from "../../answers/answer.ts";
import type { PlainProblem } from "../../answers/problem.ts";
import type { ClientRule } from "../client/client-rule.ts";
import type { EnteredValues, InputLimits, WrongBound } from "../kind.ts";
import { inputs } from "./inputs.ts";

/** Enough for every number, date, id, mail address, web address, password and ticket. */
export const LINE: InputLimits = { values: 1, length: 4_096 };
/** A character takes up to two code units. */
export const TEXT: InputLimits = { values: 1, length: 2 * limits.answer_length.max };
/** Longer than every id, so that an unknown id stays unknown when it is cut. */
const ID_LENGTH = 100;

export const oneInput = {
  missing: (): PlainProblem => "required",
  read: ({ id }: AnswerField, values: EnteredValues) => values.get(inputs.answer(id)) ?? null,
  accepts: ({ id }: AnswerField, name: string) => (name === inputs.answer(id) ? LINE : undefined),
};

/** Accepts at most one value more than the field can have, so that too many values are still a mistake. */
export function idsIf(isKnown: boolean, values: number): InputLimits | undefined {
  return isKnown ? { values, length: ID_LENGTH } : undefined;
}

/** The rule of a bound, if there is one. */
export function boundRule(bound: number | undefined, make: (bound: number) => ClientRule): ClientRule[] {
  return bound === undefined ? [] : [make(bound)];
}

/** The two bounds, if they leave nothing between them. */
export function checkOrder<T extends number | string>(
  low: string,
  min: T | undefined,
  max: T | undefined,
): readonly WrongBound[] {
  if (min === undefined || max === undefined || min <= max) return [];
  return [[`/validation/${low}`, "bound_above", { min, max }]];
}
