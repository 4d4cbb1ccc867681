import type { Calculation, Expression } from "../../../generated/types.ts";
import type { Answers } from "./answer.ts";
import { evaluate } from "./calculation.ts";
import { remainingCondition } from "./condition.ts";

/** An expression without a value. */
const MISSING: Expression = { field: "" };

/**
 * The calculations that can still change, with those that they depend on, in order. Parts that depend only on other
 * answers are replaced by their values, so the result contains no earlier answers and can be sent to the browser.
 * @param wanted ids of the calculations to include
 * @param open ids of the fields that can still change
 */
export function openCalculations(
  calculations: readonly Calculation[],
  answers: Answers,
  wanted: ReadonlySet<string>,
  open: ReadonlySet<string>,
): Calculation[] {
  const changing = new Set(open);
  for (const { id, expression } of calculations) if (dependsOn(expression, changing)) changing.add(id);
  const needed = new Set(wanted);
  for (const { id, expression } of calculations.toReversed())
    if (needed.has(id)) for (const used of fieldsIn(expression)) needed.add(used);
  return calculations
    .filter(({ id }) => needed.has(id) && changing.has(id))
    .map(({ id, expression }) => ({ id, expression: remainingExpression(expression, answers, changing) }));
}

function remainingExpression(
  expression: Expression,
  answers: Answers,
  open: ReadonlySet<string>,
): Expression {
  if (!dependsOn(expression, open)) return evaluate(expression, answers) ?? MISSING;
  if (typeof expression === "number" || !("op" in expression)) return expression;
  const part = (one: Expression) => remainingExpression(one, answers, open);
  switch (expression.op) {
    case "add":
    case "multiply":
    case "min":
    case "max":
      return { ...expression, args: expression.args.map(part) };
    case "subtract":
    case "divide":
      return { ...expression, left: part(expression.left), right: part(expression.right) };
    case "round":
      return { ...expression, arg: part(expression.arg) };
    case "if": {
      const condition = remainingCondition(expression.condition, answers, open);
      if (typeof condition === "boolean") return part(condition ? expression.then : expression.else);
      return { ...expression, condition, then: part(expression.then), else: part(expression.else) };
    }
    default:
      return expression;
  }
}

function dependsOn(expression: Expression, ids: ReadonlySet<string>): boolean {
  return fieldsIn(expression).some((id) => ids.has(id));
}

/** The ids in an expression, those in its conditions included. */
function fieldsIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === "field" && typeof value === "string" ? [value] : fieldsIn(value),
  );
}
