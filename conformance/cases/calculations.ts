/** Calculates the numbers that conditions compare. */
import { spread } from "./each-item.ts";
import type { Json } from "./edits.ts";
import { evaluate, type Scope } from "./expressions.ts";
import { toMs } from "./times.ts";
import type { Calculation, Operand } from "./workflows.ts";

/** Returns the value of an operand; undefined if there is none. A calculation with a value that is no number is NaN. */
export function operandValue(operand: Operand, scope: Scope): Json | undefined {
  if (operand.kind === "literal") return operand.value;
  return operand.kind === "expression" ? evaluate(operand.expression, scope) : calculate(operand, scope);
}

/** Whether an operand is a number that is made of others. */
export function isCalculation(operand: Operand): operand is Calculation {
  return operand.kind !== "literal" && operand.kind !== "expression";
}

const decimal = /^-?\d+(?:\.\d+)?$/;

/** Whether a value is a text such as `"12.50"`, in which some servers write amounts. */
export function isDecimalText(value: Json | undefined): value is string {
  return typeof value === "string" && decimal.test(value);
}

/** Reads a number, or a text of a decimal number; NaN for anything else. */
export function toNumber(value: Json | undefined): number {
  if (isDecimalText(value)) return Number(value);
  return typeof value === "number" ? value : Number.NaN;
}

/** The share by which numbers may differ that are calculated in different orders. */
const tolerance = 1e-9;

/** Whether two numbers are equal but for what a calculation with binary fractions loses. */
export function areClose(a: number, b: number): boolean {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a === b;
  return Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(a), Math.abs(b));
}

function calculate(operand: Calculation, scope: Scope): number {
  switch (operand.kind) {
    case "arithmetic": {
      const left = toNumber(operandValue(operand.left, scope));
      const right = toNumber(operandValue(operand.right, scope));
      return compute(operand.operator, left, right);
    }
    case "seconds":
      return toMs(operandValue(operand.of, scope)) / 1_000;
    case "rounded":
      return roundTo(operand.how, toNumber(operandValue(operand.of, scope)), operand.digits);
    case "aggregate": {
      const values = spread(operand.of, scope).flatMap((each) => operandValue(each, scope) ?? []);
      return operand.how === "count" ? values.length : aggregate(operand.how, values.map(toNumber));
    }
  }
}

function compute(
  operator: Extract<Calculation, { readonly kind: "arithmetic" }>["operator"],
  left: number,
  right: number,
): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return left / right;
  }
}

function roundTo(
  how: Extract<Calculation, { readonly kind: "rounded" }>["how"],
  value: number,
  digits: number,
): number {
  const unit = 10 ** digits;
  const scaled = value * unit;
  // 1.005 is a little less than that in binary, and 4.35 * 100 a little less than 435.
  const slack = tolerance * Math.max(1, Math.abs(scaled));
  switch (how) {
    case "floor":
      return Math.floor(scaled + slack) / unit;
    case "ceil":
      return Math.ceil(scaled - slack) / unit;
    case "round":
      return (Math.sign(scaled) * Math.floor(Math.abs(scaled) + 0.5 + slack)) / unit;
  }
}

function aggregate(
  how: Exclude<Extract<Calculation, { readonly kind: "aggregate" }>["how"], "count">,
  numbers: readonly number[],
): number {
  const sum = numbers.reduce((before, number) => before + number, 0);
  switch (how) {
    case "sum":
      return sum;
    case "mean":
      return sum / numbers.length;
    case "min":
      return numbers.length === 0 ? Number.NaN : Math.min(...numbers);
    case "max":
      return numbers.length === 0 ? Number.NaN : Math.max(...numbers);
  }
}
