/** Reads stored structures, and converts those from before formulas. */
import type { Calculation, Condition, FormStructure } from "../../../generated/types.ts";
import { printCondition, printFormula } from "../answers/formula/print.ts";
import { earlierCondition, earlierExpression, isEarlierCondition } from "./earlier.ts";
import { twoLevels } from "./two-levels.ts";

/**
 * The structure in the format of today, with the same meaning. A condition that does not fit into two levels is a text.
 * @param json of a version of a form
 */
export function readStored(json: string): FormStructure {
  const structure = JSON.parse(json) as FormStructure;
  for (const { fields } of structure.pages) for (const field of fields) convert(field, "visible_if");
  for (const ending of structure.endings ?? []) convert(ending, "when");
  if (structure.calculations)
    Object.assign(structure, { calculations: structure.calculations.map(convertCalculation) });
  return structure;
}

/** The structure was just parsed, so it has no other reader. */
function convert<Key extends string>(owner: { readonly [key in Key]?: Condition }, key: Key): void {
  const condition = owner[key];
  if (isEarlierCondition(condition)) Object.assign(owner, { [key]: presentCondition(condition) });
}

/** Converts an earlier condition. @returns undefined if it is malformed */
export function presentCondition(condition: unknown): Condition | undefined {
  const tree = earlierCondition(condition);
  return tree && (twoLevels(tree) ?? printCondition(tree));
}

function convertCalculation(calculation: Calculation & { readonly expression?: unknown }): Calculation {
  const { expression, ...rest } = calculation;
  const formula = presentFormula(expression);
  return formula === undefined ? calculation : { ...rest, formula };
}

/** Converts an earlier calculation. @returns undefined if it is malformed */
export function presentFormula(expression: unknown): string | undefined {
  const tree = earlierExpression(expression);
  return tree === undefined ? undefined : printFormula(tree);
}
