/** Laws of formulas and of the conversion of what forms had before them, for as many random trees as wanted. */
import fc from "fast-check";
import { expect } from "vitest";
import { evaluate } from "../../forms/answers/calculation.ts";
import { conditionHolds, formulaTree } from "../../forms/answers/expression-trees.ts";
import { parseCondition, parseFormula } from "../../forms/answers/formula/parse.ts";
import { printCondition, printFormula } from "../../forms/answers/formula/print.ts";
import { presentCondition, presentFormula } from "../../forms/structure/stored-structure.ts";
import {
  answersToTrees,
  earlierConditions,
  earlierExpressions,
  earlierHolds,
  earlierValue,
} from "./earlier-trees.ts";

export function formulasKeepValues(numRuns: number): void {
  fc.assert(
    fc.property(earlierExpressions, answersToTrees, (tree, answers) => {
      const formula = presentFormula(tree)!;
      // -0 is never a result any more.
      const want = earlierValue(tree, answers);
      expect(evaluate(formulaTree({ formula }), answers)).toBe(want === undefined ? want : want + 0);
    }),
    { numRuns },
  );
}

/** @returns how many conditions fit two levels */
export function conditionsKeepValues(numRuns: number): number {
  let inTwoLevels = 0;
  fc.assert(
    fc.property(
      earlierConditions,
      fc.array(answersToTrees, { minLength: 1, maxLength: 4 }),
      (tree, several) => {
        const condition = presentCondition(tree)!;
        if (typeof condition === "object") inTwoLevels += 1;
        for (const answers of several) {
          const want = earlierHolds(tree, answers);
          expect(conditionHolds(condition, answers)).toBe(want);
          // Conditions that do not fit two levels are written as text, so a text must keep the value of every condition.
          if (typeof condition === "object")
            expect(conditionHolds(printCondition(condition), answers)).toBe(want);
        }
      },
    ),
    { numRuns },
  );
  return inTwoLevels;
}

export function printedIsRead(numRuns: number): void {
  const text = fc.oneof(
    earlierExpressions.map((tree) => presentFormula(tree)!),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (formula) => {
      const read = parseFormula(formula);
      if ("mistake" in read) {
        expect(read.mistake.at).toBeLessThanOrEqual(formula.length);
        return;
      }
      const again = parseFormula(printFormula(read.tree));
      expect("tree" in again && again.tree).toEqual(read.tree);
    }),
    { numRuns },
  );
  fc.assert(
    fc.property(earlierConditions, (tree) => {
      const condition = presentCondition(tree)!;
      const read = parseCondition(typeof condition === "string" ? condition : printCondition(condition));
      if (!("tree" in read)) throw new Error(read.mistake.sentence.key);
      const again = parseCondition(printCondition(read.tree));
      expect("tree" in again && again.tree).toEqual(read.tree);
    }),
    { numRuns },
  );
}
