/** Chooses the amounts of calls that reach a limit: each counts as one, or has an amount that is added up. */
import type { Engine } from "../../behaviour/engine.ts";
import { isDecimalText } from "../../cases/calculations.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { PlacesRule } from "../../cases/limits.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";

/** The most calls that fill a place. */
export const mostCalls = 40;

/** Amounts are numbers of units: the smallest amounts that the tool takes. */
export interface Amounts {
  /** The most that the limit allows. */
  readonly full: number;
  /** Splits an amount into those of calls; each of them may be one unit larger. */
  split(units: number): readonly number[];
  /** Returns the arguments with an amount. */
  set(input: Json, units: number): Json;
  /** Writes an amount as the tool takes it. */
  show(units: number): string;
}

/** A limit that counts: each call is one. */
export function countEach(max: number): Amounts {
  return {
    full: max,
    split: (units) => Array.from({ length: units }, () => 1),
    set: (input) => input,
    show: (units) => `${units}`,
  };
}

type Sum = NonNullable<PlacesRule["sum"]>;

/** A call whose amount is added up. */
export interface AddingCall {
  readonly tool: string;
  readonly input: Json;
  readonly sum: Sum;
}

/** @throws PreconditionError if the tool takes no amounts that reach the limit in few calls */
export function addUp(max: number, { tool, input, sum }: AddingCall, { context }: Engine): Amounts {
  const example = valueAt(input, sum.argument);
  const write = (amount: number): Json =>
    isDecimalText(example) ? amount.toFixed(countDigits(example)) : Number(amount.toFixed(mostDigits));
  const set = (amount: number) => applyEdits(input, [{ set: sum.argument, to: write(amount) }]);
  const fits = (amount: number) => context.schemas.fits(tool, set(amount));
  const unit = requireDeclared(
    smallAmounts.find((amount) => Number(write(amount)) === amount && fits(amount)),
    `${tool} takes no small amount at ${sum.argument}`,
  );
  const full = Math.floor(max / sum.times / unit + rounding);
  if (full < 1)
    throw new PreconditionError("setup", `the limit is ${max}, less than the smallest amount of ${tool}`);
  const canGrow = (part: number) => fits(part * unit) && fits((part + 1) * unit);
  return {
    full,
    split(units) {
      for (let count = Math.min(2, units); count <= mostCalls; count += 1) {
        const parts = splitEvenly(units, count);
        if (parts.every(canGrow)) return parts;
      }
      throw tooMany(max);
    },
    set: (other, units) => applyEdits(other, [{ set: sum.argument, to: write(units * unit) }]),
    show: (units) => `${write(units * unit)}`,
  };
}

/** Amounts that may be the smallest one of a tool: a hundredth, a quarter of an hour, a whole one. */
const smallAmounts = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5, 10, 50, 100, 500, 1_000];
/** Digits after the point of numbers: a multiple of a hundredth in binary has many more. */
const mostDigits = 6;
/** The loss of a division of binary fractions, at most. */
const rounding = 1e-9;

function splitEvenly(units: number, count: number): readonly number[] {
  if (units === 0) return [];
  const part = Math.floor(units / count);
  return [...Array.from({ length: count - 1 }, () => part), units - part * (count - 1)];
}

function countDigits(text: string): number {
  return text.split(".")[1]?.length ?? 0;
}

/** @throws PreconditionError if a limit that counts allows more than a run makes */
export function requireFew(max: number): void {
  if (max > mostCalls) throw tooMany(max);
}

function tooMany(max: number): PreconditionError {
  return new PreconditionError("large", `the limit is ${max}, but a run makes at most ${mostCalls}`);
}

/** Leaves one item in the list whose items have amounts. */
export function withOneItem(input: Json, sum: Sum | undefined): Json {
  const list = sum?.argument
    .split(/\/0(?=\/|$)/)
    .slice(0, -1)
    .join("/0");
  const items = list ? valueAt(input, list) : undefined;
  return list && Array.isArray(items) ? applyEdits(input, [{ set: list, to: items.slice(0, 1) }]) : input;
}
