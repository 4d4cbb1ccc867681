import type { NumberField } from "../../../generated/types.ts";
import { type Checked, problem } from "../../answers/problem.ts";
import { numberTally } from "../../answers/tallies/numbers.ts";
import type { QuestionKind, WrongBound } from "./kind.ts";
import { oneInput, ordered } from "./parts/one-input.ts";
import { isMultiple, readNumber } from "./parts/read-number.ts";

/** Any number. */
export const number: QuestionKind<NumberField> = {
  ...oneInput,
  own: { placeholder: true, required: true, validation: true, unit: true },
  wrongBounds,
  check: checkNumber,
  sample: ({ validation = {} }) => validation.min ?? validation.max ?? 1,
  tally: (_field, { number: write }) => numberTally(undefined, write),
};

function wrongBounds({ validation = {} }: NumberField): readonly WrongBound[] {
  const { min, max, integer } = validation;
  const wrong = ordered("min", min, "max", max);
  if (wrong.length > 0 || !integer || min === undefined || max === undefined) return wrong;
  if (Math.ceil(min) <= Math.floor(max)) return [];
  return [["/validation/integer", "bound_no_integer", { min, max }]];
}

function checkNumber({ validation = {} }: NumberField, input: unknown): Checked<number> {
  const answer = readNumber(input);
  if (answer === undefined) return undefined;
  if (Number.isNaN(answer)) return problem("number");
  const { min, max, step, integer } = validation;
  if (integer && !Number.isInteger(answer)) return problem("integer");
  if (min !== undefined && answer < min) return { problem: { code: "number_min", number: min } };
  if (max !== undefined && answer > max) return { problem: { code: "number_max", number: max } };
  if (step !== undefined && !isMultiple(answer - (min ?? 0), step))
    return { problem: { code: "number_step", number: step } };
  return { answer };
}
