import { limits } from "../../../generated/limits.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { fieldKind } from "../fields/kinds.ts";
import { costProblems } from "./cost.ts";
import { endingProblems } from "./endings.ts";
import { idProblems } from "./ids.ts";
import { offeredField, retiredProblems } from "./offered-form.ts";
import { patternProblems } from "./patterns.ts";
import { pictureProblems } from "./pictures.ts";
import { placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";
import { referenceProblems } from "./references.ts";
import { textProblems } from "./texts.ts";

/**
 * Returns the problems of a structure that fits its schema; empty if it can be stored. Every structure from any source is
 * checked here before it is stored. @param stored the structure that it replaces; some of its parts may be kept although new
 * ones would be invalid
 */
export function structureProblems(structure: FormStructure, stored?: FormStructure): StructureProblem[] {
  const size = sizeProblems(structure);
  if (size.length > 0) return size;
  const checks = [
    idProblems,
    textProblems,
    boundProblems,
    openingProblems,
    endingProblems,
    pictureProblems,
    retiredProblems,
    patternProblems,
    costProblems,
  ];
  return [...checks.flatMap((check) => check(structure)), ...referenceProblems(structure, stored)];
}

/** Checks the size first, so that the other rules work on bounded input. */
function sizeProblems(structure: FormStructure): StructureProblem[] {
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

/** Checks that every field can be answered: lower bounds are not above upper bounds. */
function boundProblems(structure: FormStructure): StructureProblem[] {
  return placedFields(structure).flatMap(({ value, path }) => {
    const wrong = fieldKind(value.type).wrongBounds?.(offeredField(value)) ?? [];
    return wrong.map(([at, key, values]) => problemAt(path + at, key, values));
  });
}

/** Checks that the form opens before it closes. */
function openingProblems({ settings = {} }: FormStructure): StructureProblem[] {
  const { opens_at, closes_at } = settings;
  if (opens_at === undefined || closes_at === undefined) return [];
  if (new Date(opens_at) < new Date(closes_at)) return [];
  return [problemAt("/settings/opens_at", "opens_too_late", { closes: closes_at })];
}
