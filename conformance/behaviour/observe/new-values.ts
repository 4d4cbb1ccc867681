/** Calculates the values that `changes` gives to places of other entities, and compares them with what tools show. */
import { isDeepStrictEqual } from "node:util";
import { areClose, isDecimalText, operandValue, toNumber } from "../../cases/calculations.ts";
import type { Pattern } from "../../cases/call-rules.ts";
import type { ChangeRule } from "../../cases/change-rules.ts";
import { chooseItems, expressionsIn } from "../../cases/each-item.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import type { Scope } from "../../cases/expressions.ts";
import { listLeafValues, valuesAt } from "../../cases/places.ts";
import type { Operand } from "../../cases/workflows.ts";
import { type FoundId, findIds, type Values } from "./declared-changes.ts";
import { findSnapshot, type Observation, type Snapshot } from "./observation.ts";

/** A call, or a transition, gives a value to a place, or lets its number grow. */
export type NewValue =
  | { readonly place: Pattern; readonly to: Json }
  | { readonly place: Pattern; readonly growth: number };

/** A place that does not have its new value. */
export interface WrongValue {
  readonly value: NewValue;
  readonly shown: Snapshot;
  readonly pointer: string;
  readonly before?: Json | undefined;
  readonly got: Json;
}

/** Lists the new values of an entity; none of a place whose value cannot be calculated, since an argument is left out. */
export function listNewValues(rules: readonly ChangeRule[], values: Values, id: Json): NewValue[] {
  const newValues = rules.flatMap((rule) => {
    const found = findIds(rule, values, id);
    return found.length === 0 ? [] : rule.places.flatMap((place) => newValue(place, rule, found, values));
  });
  return sumGrowth(newValues);
}

function newValue(
  place: Pattern,
  { id, to, equals, growsBy }: ChangeRule,
  found: readonly FoundId[],
  values: Values,
): NewValue[] {
  const calculate = (operand: Operand, { from, pointer }: FoundId) =>
    operandValue(chooseItems(operand, from, { pattern: id, pointer }), toScope(values));
  if (growsBy !== undefined) {
    const growth = found.reduce((sum, each) => sum + toNumber(calculate(growsBy, each)), 0);
    return [{ place, growth }];
  }
  const value = equals === undefined ? to : calculate(equals, found.at(-1)!);
  return value === undefined || Number.isNaN(value) ? [] : [{ place, to: value }];
}

function toScope({ request, result }: Values): Scope {
  return {
    inputs: {},
    outputs: {},
    ...(request !== undefined && { request }),
    result: { structuredContent: result },
  };
}

/** Adds up what several rules say about the growth of one place. A place with growth that is no number has none to compare. */
function sumGrowth(values: readonly NewValue[]): NewValue[] {
  const growth = new Map<Pattern, number>();
  for (const value of values)
    if ("growth" in value) growth.set(value.place, (growth.get(value.place) ?? 0) + value.growth);
  const sums = [...growth].filter(([, sum]) => !Number.isNaN(sum));
  return [
    ...values.filter((value) => "to" in value),
    ...sums.map(([place, sum]) => ({ place, growth: sum })),
  ];
}

/**
 * Finds the first place that a tool shows with another value than the new one.
 * @param request the arguments of the call that gives the values; absent if the server does
 */
export function findWrongValue(
  values: readonly NewValue[],
  before: Observation,
  after: Observation,
  request: Json = null,
): WrongValue | undefined {
  const happensNow = !namesTime(request);
  for (const value of values)
    for (const shown of after) {
      const was = findSnapshot(shown, before);
      if (happensNow && was !== undefined && isOfAnotherTime(was, shown)) continue;
      const wrong = "to" in value ? findOther(value, shown) : findOtherGrowth(value, was, shown);
      if (wrong !== undefined) return { value, shown, ...wrong };
    }
  return undefined;
}

/** Whether a tool was asked about some days, such as those of a statement, and shows nothing of what has happened now. */
function isOfAnotherTime(was: Snapshot, { value, called }: Snapshot): boolean {
  return namesTime(called.input) && isDeepStrictEqual(was.value, value);
}

function namesTime(input: Json): boolean {
  return [...listLeafValues(input)].some(
    (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value),
  );
}

type Wrong = Omit<WrongValue, "value" | "shown">;

function findOther(
  { place, to }: Extract<NewValue, { readonly to: Json }>,
  shown: Snapshot,
): Wrong | undefined {
  const wrong = valuesAt(shown.value, place).find(({ value }) => !isSame(value, to));
  return wrong && { pointer: wrong.pointer, got: wrong.value };
}

/** Whether two values are equal; of numbers, within what a calculation loses. */
function isSame(value: Json, to: Json): boolean {
  if (isDeepStrictEqual(value, to)) return true;
  return typeof to === "number" && areClose(toNumber(value), to);
}

function findOtherGrowth(
  { place, growth }: Extract<NewValue, { readonly growth: number }>,
  was: Snapshot | undefined,
  shown: Snapshot,
): Wrong | undefined {
  if (was?.value === undefined || shown.value === undefined || was.unknown || shown.unknown) return undefined;
  const [before, got] = [sumAt(was.value, place), sumAt(shown.value, place)];
  if (before === undefined || got === undefined || areClose(got - before, growth)) return undefined;
  return { pointer: place, before, got };
}

/** Returns the number at a place, or the sum of those at a place with `*`; undefined if there is none, or something else. */
function sumAt(shown: Json, place: Pattern): number | undefined {
  const [, list] = /^(.*?)\/\*(?:\/|$)/.exec(place) ?? [];
  if (valuesAt(shown, list ?? place).length === 0) return undefined;
  const numbers = valuesAt(shown, place).map(({ value }) => toNumber(value));
  const sum = numbers.reduce((total, number) => total + number, 0);
  return Number.isNaN(sum) ? undefined : sum;
}

/** Says what a place should have had. @param by what changes it: `pay_invoice` */
export function describeNewValue(by: string, what: string, { value, pointer }: WrongValue): string {
  if ("to" in value) return `${by} gives ${pointer} of the ${what} the value ${JSON.stringify(value.to)}`;
  return `${by} changes ${pointer} of the ${what} by ${value.growth}`;
}

/** Says what a tool shows in place of that. */
export function describeWrongValue({ shown, before, got }: WrongValue): string {
  const was = before === undefined ? "" : ` where it was ${JSON.stringify(before)}`;
  return `${shown.tool} shows ${JSON.stringify(got)} there${was}`;
}

/** Returns the arguments with other numbers where the rules calculate with them: one more, or twice the amount of a fraction or text. */
export function countMore(input: Json, rules: readonly ChangeRule[]): Json | undefined {
  return withNumbers(
    input,
    rules.flatMap(({ equals, growsBy }) => [equals ?? [], growsBy ?? []].flat()),
    more,
  );
}

/** Returns the arguments with zero where a place gets the value of a number: a server may take zero for a number that is left out. */
export function countNone(input: Json, rules: readonly ChangeRule[]): Json | undefined {
  const operands = rules.flatMap(({ equals }) => equals ?? []);
  return withNumbers(input, operands, (value) => (typeof value === "number" && value !== 0 ? 0 : undefined));
}

/** Returns the arguments with other numbers where operands name them; undefined if there are none. */
function withNumbers(
  input: Json,
  operands: readonly Operand[],
  other: (value: Json) => Json | undefined,
): Json | undefined {
  const places = operands
    .flatMap((operand) => expressionsIn({ kind: "holds", operand }))
    .flatMap((expression) => (expression.from === "request" ? [expression.pointer] : []));
  const edits = [...new Set(places)]
    .flatMap((place) => valuesAt(input, place))
    .flatMap(({ pointer, value }) => {
      const to = other(value);
      return to === undefined ? [] : [{ set: pointer, to }];
    });
  return edits.length === 0 ? undefined : applyEdits(input, edits);
}

function more(value: Json): Json | undefined {
  if (typeof value === "number") return Number.isInteger(value) ? value + 1 : value * 2;
  if (!isDecimalText(value)) return undefined;
  return (Number(value) * 2).toFixed(value.split(".")[1]?.length ?? 0);
}
