import type { FormStructure } from "../../../generated/types.ts";
import { fieldKind } from "../fields/kinds.ts";
import { offeredField } from "./offered.ts";
import { placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** Checks that every field can be answered: lower bounds are not above upper bounds. */
export function boundProblems(structure: FormStructure): StructureProblem[] {
  return placedFields(structure).flatMap(({ value, path }) => {
    const wrong = fieldKind(value.type).wrongBounds?.(offeredField(value)) ?? [];
    return wrong.map(([at, key, values]) => problemAt(path + at, key, values));
  });
}
