/** How much the formulas of a form may compute, counted by their characters. */
import type { FormStructure } from "../../../generated/types.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** Of all formulas together. Reading as many takes about twice as long as drawing 500 plain questions. */
export const MAX_FORMULA_CHARACTERS = 50_000;

/** Refuses what each visit of a page would compute for too long. Stored forms that take more work on until their next save. */
export function computingProblems({ calculations = [] }: FormStructure): StructureProblem[] {
  const characters = calculations.reduce((sum, { formula }) => sum + formula.length, 0);
  if (characters <= MAX_FORMULA_CHARACTERS) return [];
  const [longest] = calculations.toSorted((one, other) => other.formula.length - one.formula.length);
  const values = { characters, most: MAX_FORMULA_CHARACTERS, calculation: String(longest?.id) };
  return [problemAt("/calculations", "formulas_too_long", values)];
}
