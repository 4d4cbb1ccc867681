/** Adds up parts of a result, or counts or adds up the items of a list, as the key `sums` says. */
import { isDeepStrictEqual } from "node:util";
import { areClose, toNumber } from "../../cases/calculations.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import type { SummedItems, SumRule, SumValue } from "../../cases/rules/results.ts";

/** A call whose result has a sum. */
export interface SummingCall {
  readonly input: Json;
  readonly result: Json;
}

/** Describes what is wrong with a sum of numbers, or of texts of decimal numbers; undefined if it is right; "absent" if the result has no sum, or no parts. */
export function checkSum(rule: SumRule, call: SummingCall, listed?: readonly Json[]): string | undefined {
  const { parts, total, items } = rule;
  const wanted = valueAt(call.result, total);
  if (items !== undefined) {
    const chosen = chooseItems(items, call, listed ?? readItems(call.result, items.path));
    if (wanted === undefined || chosen === undefined) return absent;
    const numbers = parts.flatMap((part) => chosen.flatMap((item) => valuesOf(item, part)));
    const counted = parts.length === 0 ? chosen.map(() => 1) : numbers;
    return compareSum(wanted, counted, total);
  }
  const numbers = parts.flatMap((part) => valuesOf(call.result, part));
  return wanted === undefined || numbers.length === 0 ? absent : compareSum(wanted, numbers, total);
}

export const absent = "absent";

/** Returns the arguments of the call that lists the items. */
export function listArguments(
  { list }: { readonly list: NonNullable<SummedItems["list"]> },
  call: SummingCall,
  first: Json,
): Json {
  const edits = Object.entries(list.input).flatMap(([set, value]) => {
    const to = readValue(value, call);
    return to === undefined ? [] : [{ set, to }];
  });
  return applyEdits(first, edits);
}

function chooseItems(
  { where }: SummedItems,
  call: SummingCall,
  items: readonly Json[] | undefined,
): readonly Json[] | undefined {
  const conditions = Object.entries(where).map(([place, values]) => ({
    place,
    values: values.map((value) => readValue(value, call)),
  }));
  return items?.filter((item) =>
    conditions.every(({ place, values }) =>
      values.some((value) => isDeepStrictEqual(value, valueAt(item, place))),
    ),
  );
}

function readItems(result: Json, path: string): readonly Json[] | undefined {
  const items = valueAt(result, path);
  return Array.isArray(items) ? items : undefined;
}

function readValue(value: SumValue, { input, result }: SummingCall): Json | undefined {
  if ("argument" in value) return valueAt(input, value.argument);
  return "result" in value ? valueAt(result, value.result) : value.value;
}

function valuesOf(value: Json, pattern: string): Json[] {
  return valuesAt(value, pattern).map((found) => found.value);
}

function compareSum(wanted: Json, values: readonly Json[], total: string): string | undefined {
  const [is, numbers] = [toNumber(wanted), values.map(toNumber)];
  if ([is, ...numbers].some(Number.isNaN))
    return `${total} is ${JSON.stringify(wanted)}, and the parts are ${JSON.stringify(values)}`;
  const sum = numbers.reduce((before, value) => before + value, 0);
  return areClose(sum, is)
    ? undefined
    : `${total} is ${is}, and its parts (${numbers.join(" + ") || "none"}) make ${sum}`;
}
