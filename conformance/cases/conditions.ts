/** Evaluates conditions (Arazzo 1.0, "Criterion Object"). */
import { canonical } from "@toolwright/runtime/json";
import { areClose, isCalculation, isDecimalText, operandValue, toNumber } from "./calculations.ts";
import { expressionsIn, writeOut } from "./each-item.ts";
import type { Json } from "./edits.ts";
import type { Scope } from "./expressions.ts";
import { valuesAt } from "./places.ts";
import { toMs } from "./times.ts";
import type { Comparison, Condition, Operand } from "./workflows.ts";

/** Whether a call leaves out an argument that a condition names (`$request.body#/POINTER`), or sends null for it. */
export function leavesOut(condition: Condition, request: Json): boolean {
  return expressionsIn(condition).some((expression) => {
    if (expression.from !== "request") return false;
    const found = valuesAt(request, expression.pointer);
    return found.length === 0 || found.some(({ value }) => value === null);
  });
}

/** Whether a condition holds, for each item if its pointers have a `*`. */
export function holds(condition: Condition, scope: Scope): boolean {
  return writeOut(condition, scope).every((each) => holdsAsWritten(each, scope));
}

function holdsAsWritten(condition: Condition, scope: Scope): boolean {
  switch (condition.kind) {
    case "both":
      return holdsAsWritten(condition.left, scope) && holdsAsWritten(condition.right, scope);
    case "either":
      return holdsAsWritten(condition.left, scope) || holdsAsWritten(condition.right, scope);
    case "not":
      return !holdsAsWritten(condition.of, scope);
    case "compare":
      return holdsBetween(condition, scope);
    case "holds":
      return Boolean(operandValue(condition.operand, scope));
  }
}

function holdsBetween({ operator, left, right }: Comparison, scope: Scope): boolean {
  const [a, b] = [operandValue(left, scope), operandValue(right, scope)];
  const whileCalled = (scope.now ?? 0) - (scope.before ?? scope.now ?? 0);
  if (isNow(right)) return compareTimes(operator, { least: toMs(a) - toMs(b), whileCalled });
  if (isNow(left)) return compareTimes(operator, { least: toMs(a) - toMs(b) - whileCalled, whileCalled });
  const areNumbers = isCalculation(left) || isCalculation(right);
  if (areNumbers || (isOrder(operator) && areAmounts(a, b)))
    return compareNumbers(operator, toNumber(a), toNumber(b));
  return compare(operator, a, b);
}

/** Whether two values are ordered as numbers although one of them, or both, are texts. */
function areAmounts(a: Json | undefined, b: Json | undefined): boolean {
  const isAmount = (value: Json | undefined) => typeof value === "number" || isDecimalText(value);
  return isAmount(a) && isAmount(b);
}

function isNow(operand: Operand): boolean {
  return operand.kind === "expression" && operand.expression.from === "now";
}

/** Servers may round times to whole seconds. */
const roundingMs = 1_000;

/** How far a time is from that of a call, in milliseconds: NaN if it is no time. */
interface Distance {
  /** The distance from the end of the call that is nearer to the past. */
  readonly least: number;
  /** How long the call took. Any moment of it may be its time. */
  readonly whileCalled: number;
}

/** Compares a time with that of a call, within the rounding of seconds. */
function compareTimes(operator: Operator, { least, whileCalled }: Distance): boolean {
  if (Number.isNaN(least)) return false;
  const canBeBefore = least <= roundingMs;
  const canBeAfter = least + whileCalled >= -roundingMs;
  if (operator === "==" || operator === "!=") return (canBeBefore && canBeAfter) === (operator === "==");
  return operator.startsWith("<") ? canBeBefore : canBeAfter;
}

/** Compares two numbers. What is no number, or missing, meets nothing but `!=`. */
function compareNumbers(operator: Operator, a: number, b: number): boolean {
  const isEqual = areClose(a, b);
  switch (operator) {
    case "==":
      return isEqual;
    case "!=":
      return !isEqual;
    case "<":
      return a < b && !isEqual;
    case "<=":
      return a < b || isEqual;
    case ">":
      return a > b && !isEqual;
    case ">=":
      return a > b || isEqual;
  }
}

type Operator = Comparison["operator"];

function isOrder(operator: Operator): boolean {
  return operator !== "==" && operator !== "!=";
}

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
