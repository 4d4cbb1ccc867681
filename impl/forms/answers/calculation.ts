import type { Expression, Operation } from "../../../generated/types.ts";
import type { Answers, StoredAnswer } from "./answer.ts";
import { answerTo, holds } from "./condition.ts";

// The browser runs this file, too: besides condition.ts it may import only types.

/**
 * The value of an expression, in IEEE 754 doubles; undefined if an operand is missing or the result is not finite,
 * such as after a division by zero.
 */
export function evaluate(expression: Expression, answers: Answers): number | undefined {
  const value = compute(expression, answers);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

function compute(expression: Expression, answers: Answers): number | undefined {
  if (typeof expression === "number") return expression;
  if ("op" in expression) return operate(expression, answers);
  const answer = answerTo(answers, expression.field);
  return typeof answer === "number" ? answer : expression.fallback;
}

function operate(operation: Operation, answers: Answers): number | undefined {
  switch (operation.op) {
    case "add":
      return fold(operation.args, answers, (values) => values.reduce((sum, value) => sum + value, 0));
    case "multiply":
      return fold(operation.args, answers, (values) => values.reduce((product, value) => product * value, 1));
    case "min":
      return fold(operation.args, answers, (values) => Math.min(...values));
    case "max":
      return fold(operation.args, answers, (values) => Math.max(...values));
    case "subtract":
      return fold([operation.left, operation.right], answers, ([left, right]) => left! - right!);
    case "divide":
      return fold([operation.left, operation.right], answers, ([left, right]) => left! / right!);
    case "round":
      return fold([operation.arg], answers, ([value]) =>
        round(value!, operation.digits ?? 0, operation.mode),
      );
    case "if":
      return evaluate(holds(operation.condition, answers) ? operation.then : operation.else, answers);
    case "score":
      return score(operation.points, answerTo(answers, operation.field));
    case "count":
      return count(answerTo(answers, operation.field));
  }
}

function fold(
  expressions: readonly Expression[],
  answers: Answers,
  combine: (values: readonly number[]) => number,
): number | undefined {
  const values: number[] = [];
  for (const expression of expressions) {
    const value = evaluate(expression, answers);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return combine(values);
}

/**
 * Rounds halves away from zero, unlike `Math.round`, which rounds -0.5 to 0. The value is first reduced to the 15
 * significant digits of a double, so that 1.1 + 2.2 is not rounded up to 3.4.
 */
function round(value: number, digits: number, mode: "nearest" | "up" | "down" = "nearest"): number {
  const certain = Math.abs(value) < 1e15 ? Number(value.toPrecision(15)) : value;
  const shifted = shift(certain, digits);
  if (mode === "up") return shift(Math.ceil(shifted), -digits);
  if (mode === "down") return shift(Math.floor(shifted), -digits);
  return shift(Math.sign(shifted) * Math.round(Math.abs(shifted)), -digits);
}

/** Moves the decimal point in the text of the number: 1.005 * 100 would be 100.49999999999999. */
function shift(value: number, digits: number): number {
  const [mantissa, exponent] = value.toExponential().split("e");
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

function score(points: Readonly<Record<string, number>>, answer: StoredAnswer | undefined): number {
  const selected: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
  const known = selected.filter((choice) => typeof choice === "string" && Object.hasOwn(points, choice));
  return known.reduce((sum: number, choice) => sum + points[choice as string]!, 0);
}

function count(answer: StoredAnswer | undefined): number {
  if (answer === undefined) return 0;
  if (Array.isArray(answer)) return answer.length;
  return typeof answer === "object" && "rows" in answer ? Object.keys(answer.rows).length : 1;
}
