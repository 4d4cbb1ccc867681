import type { FormStructure } from "../../../generated/types.ts";
import { boundProblems } from "./bounds.ts";
import { costProblems } from "./cost.ts";
import { idProblems } from "./ids.ts";
import { retiredProblems } from "./offered.ts";
import { patternProblems } from "./patterns.ts";
import type { StructureProblem } from "./problem.ts";
import { referenceProblems } from "./references.ts";
import { sizeProblems } from "./size.ts";
import { textProblems } from "./texts.ts";

/**
 * Problems of a structure that fits its schema; empty if it can be stored. Every structure is checked here before it
 * is stored, from any source.
 * @param stored the structure that it replaces, of which some things may be kept that cannot be new
 */
export function structureProblems(structure: FormStructure, stored?: FormStructure): StructureProblem[] {
  const size = sizeProblems(structure);
  if (size.length > 0) return size;
  const checks = [idProblems, textProblems, boundProblems, retiredProblems, patternProblems, costProblems];
  return [...checks.flatMap((check) => check(structure)), ...referenceProblems(structure, stored)];
}
