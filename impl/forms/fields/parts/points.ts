/** Fields whose answer is one of a row of points: ratings and scales. */
import type { NpsField, RatingField, ScaleField } from "../../../../generated/types.ts";
import { type Checked, type PlainProblem, problem } from "../../../answers/problem.ts";
import { numberTally } from "../../../answers/tallies/numbers.ts";
import type { SummaryWording } from "../../../answers/tallies/tally.ts";
import { oneInput } from "./one-input.ts";
import { readNumber } from "./read-number.ts";

export type PointField = RatingField | ScaleField | NpsField;

interface Points {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export function pointKind<Field extends PointField>(pointsOf: (field: Field) => Points) {
  return {
    ...oneInput,
    missing: (): PlainProblem => "required_choice",
    isGroup: (_field: Field) => true,
    check: (field: Field, input: unknown) => point(input, pointsOf(field)),
    tally: (field: Field, { number }: SummaryWording) => numberTally(allOf(pointsOf(field)), number),
  };
}

/** A number that one of the buttons has. */
function point(input: unknown, { min, max, step }: Points): Checked<number> {
  const answer = readNumber(input);
  if (answer === undefined) return undefined;
  const exists = Number.isInteger(answer) && answer >= min && answer <= max && (answer - min) % step === 0;
  return exists ? { answer } : problem("choice");
}

function allOf({ min, max, step }: Points): readonly number[] {
  return Array.from({ length: Math.floor((max - min) / step) + 1 }, (_, index) => min + index * step);
}
