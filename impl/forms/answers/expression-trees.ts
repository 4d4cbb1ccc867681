/** Conditions and calculations of a structure as trees, which is how they are evaluated. */
import type { Calculation, Condition, FormStructure } from "../../../generated/types.ts";
import { boundedCache } from "../../platform/bounded-cache.ts";
import { getCached } from "../../platform/cache.ts";
import type { Answers, StoredAnswer } from "./answer.ts";
import { evaluate, isTrue } from "./calculation.ts";
import { type Expression, MISSING, type Predicate } from "./expression.ts";
import { parseCondition, parseFormula, type Read } from "./formula/parse.ts";
import { printFormula } from "./formula/print.ts";
import type { CompiledCalculation } from "./open-calculations.ts";

/** Compiled formulas by calculation, so a structure that is read once for many visits is compiled once. */
const formulas = new WeakMap<object, Expression>();
/** The parsed conditions of earlier versions, by their text; the cache holds 500,000 characters of it. */
const conditions = boundedCache<Predicate>(500_000);

export function compiledCalculations({ calculations = [] }: FormStructure): CompiledCalculation[] {
  return calculations.map((calculation) => ({ id: calculation.id, expression: formulaTree(calculation) }));
}

/** The answers with the results of all calculations. */
export function withResults(structure: FormStructure, answers: Answers): Answers {
  const all: Record<string, StoredAnswer> = Object.assign(Object.create(null), answers);
  for (const { id, expression } of compiledCalculations(structure)) {
    const value = evaluate(expression, all);
    if (value === undefined) delete all[id];
    else all[id] = value;
  }
  return all;
}

export function formulaTree(calculation: Pick<Calculation, "formula">): Expression {
  return getCached(formulas, calculation, () => readTree(parseFormula(calculation.formula), MISSING));
}

export function conditionTree(condition: Condition): Predicate {
  if (typeof condition !== "string") return condition;
  const known = conditions.get(condition);
  if (known !== undefined) return known;
  const tree = readTree<Predicate>(parseCondition(condition), { not: { all: [] } });
  conditions.set(condition, tree, condition.length);
  return tree;
}

/** @param otherwise for a text with a mistake; no structure that has one is stored */
function readTree<Tree>(read: Read<Tree>, otherwise: Tree): Tree {
  return "tree" in read ? read.tree : otherwise;
}

/** Whether the condition of a field or an ending holds. */
export function conditionHolds(condition: Condition, answers: Answers): boolean {
  return isTrue(conditionTree(condition), answers);
}

/** Whether two formulas only differ in how they are written, such as by a space. */
export function isSameFormula(one: string, other: string): boolean {
  return (
    one === other ||
    printFormula(formulaTree({ formula: one })) === printFormula(formulaTree({ formula: other }))
  );
}
