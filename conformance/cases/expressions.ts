/** Evaluates the expressions of conditions and payloads (Arazzo 1.0, "Runtime Expressions"), and shows their values. */
import { type Json, valueAt } from "./edits.ts";
import type { Expression } from "./workflows.ts";

/** Values by name. */
export type Values = Readonly<Record<string, Json | undefined>>;

/** The values that expressions can refer to. */
export interface Scope {
  /** The inputs of the workflow, by name. */
  readonly inputs: Values;
  /** Step -> its outputs. */
  readonly outputs: Readonly<Record<string, Values>>;
  /** The payload that the step sent; absent before it is sent. */
  readonly request?: Json;
  /** The time of the target after the step, in milliseconds. */
  readonly now?: number;
  /** The time of the target before the step, in milliseconds; absent if it is not needed. */
  readonly before?: number;
  /** The result of the step; absent before it has one. */
  readonly result?: Json;
  /** The item that a condition of the key `lists` is about. */
  readonly item?: Json;
}

/** Evaluates an expression; undefined if there is no value at its place. */
export function evaluate(expression: Expression, scope: Scope): Json | undefined {
  const { inputs, outputs, request, now, result, item } = scope;
  switch (expression.from) {
    case "inputs":
      return ownValue(inputs, expression.name);
    case "steps":
      return ownValue(outputs[expression.step] ?? {}, expression.output);
    case "result":
      return valueAt(result ?? null, `/${expression.member}${expression.pointer}`);
    case "request":
      return valueAt(request ?? null, expression.pointer);
    case "item":
      return valueAt(item ?? null, expression.pointer);
    case "now":
      return now === undefined ? undefined : new Date(now + expression.seconds * 1_000).toISOString();
  }
}

function ownValue(values: Values, name: string): Json | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Describes the values of expressions, to explain why a condition does not hold. Long values are shown from where they differ. */
export function showValues(expressions: readonly Expression[], scope: Scope): string {
  const values = expressions.map((each) => [printName(each), printValue(evaluate(each, scope))] as const);
  const long = values.map(([, text]) => text).filter((text) => text.length > longestShown);
  const from = Math.max(0, countCommon(long) - shownBefore);
  const texts = values.map(([name, text]) => `${name} is ${cut(text, from)}`);
  return [...new Set(texts)].join(", ");
}

/** Counts the characters with which all texts begin; 0 for a single text. */
function countCommon([first = "", ...others]: readonly string[]): number {
  if (others.length === 0) return 0;
  const differs = (index: number) => others.some((other) => other[index] !== first[index]);
  let count = 0;
  while (count < first.length && !differs(count)) count++;
  return count === first.length ? 0 : count;
}

function printName(expression: Expression): string {
  switch (expression.from) {
    case "inputs":
      return `$inputs.${expression.name}`;
    case "steps":
      return `$steps.${expression.step}.outputs.${expression.output}`;
    case "result":
      return `${expression.member}${expression.pointer}`;
    case "request":
      return `$request.body#${expression.pointer}`;
    case "item":
      return expression.pointer;
    case "now":
      return "that time";
  }
}

const longestShown = 200;
/** How much is shown before the first difference of long values. */
const shownBefore = 60;

function printValue(value: Json | undefined): string {
  return value === undefined ? "missing" : JSON.stringify(value);
}

/** Cuts a long text to the characters from an index on. */
function cut(text: string, from: number): string {
  if (text.length <= longestShown) return text;
  const shown = text.slice(from, from + longestShown);
  return `${from > 0 ? "…" : ""}${shown}${from + longestShown < text.length ? "…" : ""}`;
}
