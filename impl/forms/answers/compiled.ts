/** Conditions and calculations of a structure as trees, which is how they are evaluated. */
import type { Calculation, Condition, FormStructure } from "../../../generated/types.ts";
import type { Answers } from "./answer.ts";
import { isTrue } from "./calculation.ts";
import { type Expression, MISSING, type Predicate } from "./expression.ts";
import { parseCondition, parseFormula, type Read } from "./formula/parse.ts";
import { printFormula } from "./formula/print.ts";
import type { CompiledCalculation } from "./open-calculations.ts";

/** What a cache holds of texts: twice the formulas of the largest form that was ever accepted, so that no form empties it alone. */
const MAX_CHARACTERS = 500_000;

/** Formulas by their text: the longest takes 2 ms to read, and a page needs each about three times. */
const formulas = cached(parseFormula, MISSING);
const conditions = cached<Predicate>(parseCondition, { not: { all: [] } });

/** @param otherwise for a text with a mistake; no structure that has one is stored */
function cached<Tree>(parse: (text: string) => Read<Tree>, otherwise: Tree): (text: string) => Tree {
  const trees = new Map<string, Tree>();
  let characters = 0;
  return (text) => {
    const known = trees.get(text);
    if (known !== undefined) return known;
    const read = parse(text);
    const tree = "tree" in read ? read.tree : otherwise;
    characters += text.length;
    if (characters > MAX_CHARACTERS) {
      trees.clear();
      characters = text.length;
    }
    trees.set(text, tree);
    return tree;
  };
}

export function compiledCalculations({ calculations = [] }: FormStructure): CompiledCalculation[] {
  return calculations.map((calculation) => ({ id: calculation.id, expression: formulaTree(calculation) }));
}

export function formulaTree({ formula }: Pick<Calculation, "formula">): Expression {
  return formulas(formula);
}

export function conditionTree(condition: Condition): Predicate {
  return typeof condition === "string" ? conditions(condition) : condition;
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
