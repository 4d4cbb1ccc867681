import { limits } from "../../../generated/limits.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** Checks the size first, so that the other rules work on bounded input. */
export function sizeProblems(structure: FormStructure): StructureProblem[] {
  const problems: StructureProblem[] = [];
  const fields = placedFields(structure).length;
  if (fields > limits.form_fields.max) {
    problems.push(problemAt("/pages", "too_many_fields", { fields, most: limits.form_fields.max }));
  }
  const bytes = Buffer.byteLength(JSON.stringify(structure));
  if (bytes > limits.structure_bytes.max) {
    problems.push(problemAt("", "too_many_bytes", { bytes, most: limits.structure_bytes.max }));
  }
  return problems;
}
