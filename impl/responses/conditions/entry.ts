/** Reads a filter by answer as it is entered on a page. */

import type { Language } from "../../../generated/types.ts";
import type { AnswerFilter, RangeFilter } from "../../forms/fields/parts/filters.ts";
import { isDate, isTime } from "../../forms/fields/parts/moments.ts";
import { readNumber } from "../../forms/fields/parts/read-number.ts";
import { type AnswerCondition, CONTAINED_LENGTH } from "./condition.ts";
import type { FilteredQuestion } from "./question-filters.ts";

type Operator = AnswerCondition["op"];

/** The inputs of the filter, and the condition that they make. */
export interface ConditionEntry {
  readonly op: Operator;
  readonly values: ReadonlySet<string>;
  readonly low: string;
  readonly high: string;
  readonly text: string;
  /** Whether it was sent. A question that was only chosen is not wrong yet. */
  readonly isSent: boolean;
  /** Undefined: the inputs make none. */
  readonly condition: AnswerCondition | undefined;
}

/** The operators of a question. The first is the default. */
export function listOperators({ kind }: AnswerFilter): readonly Operator[] {
  const own: Readonly<Record<typeof kind, readonly Operator[]>> = {
    choices: ["one_of", "none_of"],
    range: ["range"],
    text: ["contains"],
    presence: [],
  };
  return [...own[kind], "answered", "empty"];
}

export function readEntry(
  { key, filter }: FilteredQuestion,
  language: Language,
  query: { one(name: string): string | undefined; all(name: string): readonly string[] },
): ConditionEntry {
  const operators = listOperators(filter);
  const sent = operators.find((one) => one === query.one("op"));
  const inputs = {
    op: sent ?? operators[0]!,
    values: new Set(query.all("value")),
    low: query.one("low") ?? "",
    high: query.one("high") ?? "",
    text: (query.one("has") ?? "").trim().slice(0, CONTAINED_LENGTH),
    isSent: sent !== undefined,
  };
  return { ...inputs, condition: sent && makeCondition(key, filter, { ...inputs, op: sent, language }) };
}

/** Returns the inputs that a condition was made from; without one, the first ones. */
export function showEntry(
  { filter }: FilteredQuestion,
  condition: AnswerCondition | undefined,
): ConditionEntry {
  return {
    op: condition?.op ?? listOperators(filter)[0]!,
    values: new Set(condition && "values" in condition ? condition.values : []),
    low: condition?.op === "range" ? condition.from : "",
    high: condition?.op === "range" ? condition.to : "",
    text: condition?.op === "contains" ? condition.text : "",
    isSent: false,
    condition,
  };
}

function makeCondition(
  key: string,
  filter: AnswerFilter,
  {
    op,
    values,
    low,
    high,
    text,
    language,
  }: Omit<ConditionEntry, "condition" | "isSent"> & { readonly language: Language },
): AnswerCondition | undefined {
  if (op === "answered" || op === "empty") return { key, op };
  if (op === "contains") return text === "" ? undefined : { key, op, text };
  if (op === "range")
    return filter.kind === "range" ? makeRange(key, filter.unit, { low, high, language }) : undefined;
  const options = filter.kind === "choices" ? filter.options : [];
  const known = options.map(({ id }) => id).filter((id) => values.has(id));
  return known.length === 0 ? undefined : { key, op, values: known };
}

function makeRange(
  key: string,
  unit: RangeFilter["unit"],
  { low, high, language }: { readonly low: string; readonly high: string; readonly language: Language },
): AnswerCondition | undefined {
  const [from, to] = [readBound(unit, low, language), readBound(unit, high, language)];
  if (from === undefined || to === undefined || from + to === "") return undefined;
  const isBackwards = from !== "" && to !== "" && (unit === "number" ? Number(from) > Number(to) : from > to);
  return isBackwards ? undefined : { key, op: "range", from, to };
}

/** Reads a bound; empty: there is none, undefined: it is wrong. */
function readBound(unit: RangeFilter["unit"], entered: string, language: Language): string | undefined {
  const text = entered.trim();
  if (text === "") return "";
  if (unit === "date") return isDate(text) ? text : undefined;
  if (unit === "time") return isTime(text) ? text.slice(0, "00:00".length) : undefined;
  const number = readNumber(text, { language });
  return number === undefined || Number.isNaN(number) ? undefined : String(number);
}
