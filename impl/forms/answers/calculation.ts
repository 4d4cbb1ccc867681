/** Evaluates formulas and the conditions in them. */
import type { Answers, StoredAnswer } from "./answer.ts";
import { answerTo, holds, passes } from "./condition.ts";
import type { Comparison, Expression, Leaf, Operation, Predicate, Rounding, Sign } from "./expression.ts";

// The browser runs this file, too: besides condition.ts it may import only types.

/**
 * The value of an expression, in IEEE 754 doubles; undefined if an operand is missing or the result is not finite,
 * such as after a division by zero. Never -0, which would be shown with its sign.
 */
export function evaluate(expression: Expression, answers: Answers): number | undefined {
  const value = compute(expression, answers);
  return value === undefined || !Number.isFinite(value) ? undefined : value + 0;
}

/** Tells whether a condition holds. A field without an answer only satisfies `empty` and negated tests. */
export function isTrue(condition: Predicate, answers: Answers): boolean {
  return holds(condition, (leaf) => leafHolds(leaf, answers));
}

export function leafHolds(leaf: Leaf, answers: Answers): boolean {
  return "left" in leaf ? compares(leaf, answers) : passes(leaf, answers);
}

function compares({ left, op, right }: Comparison, answers: Answers): boolean {
  const [value, other] = [evaluate(left, answers), evaluate(right, answers)];
  if (other === undefined) return op === "not_equals";
  return passes({ field: "left", op, value: other }, value === undefined ? {} : { left: value });
}

function compute(expression: Expression, answers: Answers): number | undefined {
  if (typeof expression === "number") return expression;
  if ("op" in expression) return operate(expression, answers);
  const answer = answerTo(answers, expression.field);
  return typeof answer === "number" ? answer : undefined;
}

function operate(operation: Operation, answers: Answers): number | undefined {
  switch (operation.op) {
    case "chain": {
      const parts = [operation.first, ...operation.rest.map((term) => term.of)];
      return fold(parts, answers, (values) =>
        values.reduce((left, right, at) => apply(operation.rest[at - 1]!.sign, left, right)),
      );
    }
    case "min":
    case "max":
      return fold(operation.args, answers, (values) => Math[operation.op](...values));
    case "round":
      return fold([operation.arg], answers, ([value]) =>
        round(value!, operation.digits ?? 0, operation.mode),
      );
    case "if":
      return evaluate(isTrue(operation.condition, answers) ? operation.then : operation.else, answers);
    case "score":
      return score(operation.points, answerTo(answers, operation.field));
    case "count":
      return count(answerTo(answers, operation.field));
  }
}

function apply(sign: Sign, left: number, right: number): number {
  if (sign === "+") return left + right;
  if (sign === "-") return left - right;
  return sign === "*" ? left * right : left / right;
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
function round(value: number, digits: number, mode: Rounding = "nearest"): number {
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
  let sum = 0;
  for (const choice of [answer].flat())
    if (typeof choice === "string" && Object.hasOwn(points, choice)) sum += points[choice] ?? 0;
  return sum;
}

function count(answer: StoredAnswer | undefined): number {
  if (answer === undefined) return 0;
  if (Array.isArray(answer)) return answer.length;
  return typeof answer === "object" && "rows" in answer ? Object.keys(answer.rows).length : 1;
}
