/** Reads and evaluates conditions and their expressions (Arazzo 1.0, "Runtime Expressions" and "Criterion Object"). */
import { canonical } from "@toolwright/runtime/json";
import { type Json, valueAt } from "./edits.ts";
import { toMs } from "./times.ts";
import type { Condition, Expression, Operand } from "./workflows.ts";

/** Values by name. */
type Values = Readonly<Record<string, Json | undefined>>;

/** The values that expressions can refer to. */
export interface Scope {
  readonly inputs: Values;
  /** Step -> its outputs. */
  readonly outputs: Readonly<Record<string, Values>>;
  /** The payload that the step sent; absent before it is sent. */
  readonly request?: Json;
  /** The time of the target after the step, in milliseconds. */
  readonly now?: number;
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

type Atom = Extract<Condition, { readonly kind: "compare" | "holds" }>;

/** Lists the expressions in a condition. */
export function expressionsIn(condition: Condition): Expression[] {
  return atomsIn(condition)
    .flatMap((atom): Operand[] => (atom.kind === "compare" ? [atom.left, atom.right] : [atom.operand]))
    .flatMap((operand) => (operand.kind === "expression" ? [operand.expression] : []));
}

function atomsIn(condition: Condition): Atom[] {
  switch (condition.kind) {
    case "both":
    case "either":
      return [...atomsIn(condition.left), ...atomsIn(condition.right)];
    case "not":
      return atomsIn(condition.of);
    default:
      return [condition];
  }
}

/** Whether a condition holds. */
export function holds(condition: Condition, scope: Scope): boolean {
  switch (condition.kind) {
    case "both":
      return holds(condition.left, scope) && holds(condition.right, scope);
    case "either":
      return holds(condition.left, scope) || holds(condition.right, scope);
    case "not":
      return !holds(condition.of, scope);
    case "compare": {
      const [left, right] = [operandValue(condition.left, scope), operandValue(condition.right, scope)];
      return isNow(condition.left) || isNow(condition.right)
        ? compareTimes(condition.operator, left, right)
        : compare(condition.operator, left, right);
    }
    case "holds":
      return Boolean(operandValue(condition.operand, scope));
  }
}

function operandValue(operand: Operand, scope: Scope): Json | undefined {
  return operand.kind === "literal" ? operand.value : evaluate(operand.expression, scope);
}

function isNow(operand: Operand): boolean {
  return operand.kind === "expression" && operand.expression.from === "now";
}

/** Servers may round times to whole seconds. */
const roundingMs = 1_000;

/** Compares two times, each as a text or a number, within the rounding of seconds. */
function compareTimes(operator: Operator, left: Json | undefined, right: Json | undefined): boolean {
  const difference = toMs(left) - toMs(right);
  if (Number.isNaN(difference)) return false;
  if (operator === "==" || operator === "!=")
    return Math.abs(difference) <= roundingMs === (operator === "==");
  return operator.startsWith("<") ? difference <= roundingMs : difference >= -roundingMs;
}

type Operator = Extract<Condition, { readonly kind: "compare" }>["operator"];

/** Compares two values. Numbers and texts are ordered; text comparisons ignore case, as Arazzo requires. A missing value equals null. */
function compare(operator: Operator, left: Json | undefined, right: Json | undefined): boolean {
  const [a, b] = [toComparable(left), toComparable(right)];
  if (operator === "==") return a === b;
  if (operator === "!=") return a !== b;
  const areOrdered =
    (typeof a === "number" && typeof b === "number") || (typeof a === "string" && typeof b === "string");
  if (!areOrdered) return false;
  switch (operator) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
      return a >= b;
  }
}

/** Converts a value for comparison. Arrays and objects are compared by their JSON. */
function toComparable(value: Json | undefined): string | number | boolean | null {
  if (typeof value === "string") return value.toLowerCase();
  return typeof value === "object" ? value && canonical(value) : (value ?? null);
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
