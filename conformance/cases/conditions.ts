/** Evaluates conditions (Arazzo 1.0, "Criterion Object"). */
import { canonical } from "@toolwright/runtime/json";
import type { Json } from "./edits.ts";
import { evaluate, type Scope } from "./expressions.ts";
import { toMs } from "./times.ts";
import type { Condition, Expression, Operand } from "./workflows.ts";

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
