/** Conditions and calculations of a structure as trees, which is how they are evaluated. */
import type { Calculation, Condition, FormStructure } from "../../../generated/types.ts";
import type { Answers } from "./answer.ts";
import { isTrue } from "./calculation.ts";
import type { Expression, Predicate } from "./expression.ts";
import { parseCondition, parseFormula } from "./formula/parse.ts";
import { printFormula } from "./formula/print.ts";
import type { CompiledCalculation } from "./open-calculations.ts";

/** Of a formula with a mistake; no structure that has one is stored. */
const MISSING: Expression = { field: "" };

export function compiledCalculations({ calculations = [] }: FormStructure): CompiledCalculation[] {
  return calculations.map((calculation) => ({ id: calculation.id, expression: expressionOf(calculation) }));
}

export function expressionOf({ formula }: Pick<Calculation, "formula">): Expression {
  const read = parseFormula(formula);
  return "tree" in read ? read.tree : MISSING;
}

export function predicateOf(condition: Condition): Predicate {
  if (typeof condition !== "string") return condition;
  const read = parseCondition(condition);
  return "tree" in read ? read.tree : { not: { all: [] } };
}

/** Whether the condition of a field or an ending holds. */
export function conditionHolds(condition: Condition, answers: Answers): boolean {
  return isTrue(predicateOf(condition), answers);
}

/** Whether two formulas only differ in how they are written, such as by a space. */
export function isSameFormula(one: string, other: string): boolean {
  return (
    one === other ||
    printFormula(expressionOf({ formula: one })) === printFormula(expressionOf({ formula: other }))
  );
}
