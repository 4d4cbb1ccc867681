/** Reads the amount that a limit adds up: an argument, or a calculation with one whose unit is not that of the limit. */
import type { Operand } from "@toolwright/conformance/cases";
import { ConditionError, readCalculation } from "./condition.ts";

export interface AddedAmount {
  /** The place of the argument; `*` is every item of a list. */
  readonly argument: string;
  /** The units of the limit that one unit of the argument counts: 0.01 for an argument in cents and a limit in euros. */
  readonly times: number;
}

/** Whether the key `sum` of a limit is a calculation, and no name of an argument. */
export function isCalculatedAmount(sum: string): boolean {
  return sum.includes("$request.body#");
}

/** Returns a sentence about the mistake if the amount is neither an argument nor a multiple of one. */
export function readAddedAmount(sum: string): AddedAmount | string {
  if (!isCalculatedAmount(sum)) return { argument: sum, times: 1 };
  const operand = readCalculation(sum);
  if (operand instanceof ConditionError) return operand.message;
  const multiple = toMultiple(operand);
  if (multiple?.argument === undefined || multiple.plus !== 0 || multiple.times <= 0)
    return "It is no multiple of one argument, such as $request.body#/cents / 100.";
  return { argument: multiple.argument, times: multiple.times };
}

/** The number `times * argument + plus`. */
interface Multiple {
  readonly argument?: string;
  readonly times: number;
  readonly plus: number;
}

function toMultiple(operand: Operand): Multiple | undefined {
  if (operand.kind === "literal")
    return typeof operand.value === "number" ? { times: 0, plus: operand.value } : undefined;
  if (operand.kind === "expression") {
    const { expression } = operand;
    return expression.from === "request" ? { argument: expression.pointer, times: 1, plus: 0 } : undefined;
  }
  if (operand.kind !== "arithmetic") return undefined;
  const left = toMultiple(operand.left);
  const right = toMultiple(operand.right);
  if (left === undefined || right === undefined) return undefined;
  if (operand.operator === "*" && left.argument === undefined) return multiply(right, left.plus);
  if (right.argument !== undefined) return undefined;
  if (operand.operator === "*") return multiply(left, right.plus);
  return operand.operator === "/" ? multiply(left, 1 / right.plus) : undefined;
}

function multiply({ times, plus, ...argument }: Multiple, by: number): Multiple {
  return { ...argument, times: times * by, plus: plus * by };
}
