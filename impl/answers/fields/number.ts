/** Checks numbers, ratings, scales and net promoter scores. */
import type { NpsField, NumberField, RatingField, ScaleField } from "../../../generated/types.ts";
import { type Checked, problem } from "../problem.ts";

export function checkNumber({ validation = {} }: NumberField, input: unknown): Checked<number> {
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

export function checkRating({ max }: RatingField, input: unknown): Checked<number> {
  return point(input, 1, max, 1);
}

export function checkScale({ min, max, step }: ScaleField, input: unknown): Checked<number> {
  return point(input, min, max, step ?? 1);
}

export function checkNps(_field: NpsField, input: unknown): Checked<number> {
  return point(input, 0, 10, 1);
}

/** A number that one of the buttons has. */
function point(input: unknown, min: number, max: number, step: number): Checked<number> {
  const answer = readNumber(input);
  if (answer === undefined) return undefined;
  const exists = Number.isInteger(answer) && answer >= min && answer <= max && (answer - min) % step === 0;
  return exists ? { answer } : problem("choice");
}

/** Decimal notation with point or comma; NaN for anything else, undefined for an empty answer. */
function readNumber(input: unknown): number | undefined {
  if (input === undefined || input === null) return undefined;
  if (typeof input === "number") return Number.isFinite(input) ? input + 0 : Number.NaN;
  if (typeof input !== "string") return Number.NaN;
  const text = input.trim().replace(",", ".").replace("−", "-");
  if (text === "") return undefined;
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN;
  // Adding 0 turns -0 into 0.
  return Number.isFinite(number) ? number + 0 : Number.NaN;
}

/** 0.3 is a multiple of 0.1, though 0.3 / 0.1 is not whole in binary. */
function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}
