import { limits } from "../../../generated/limits.ts";
import type { FormStructure } from "../../../generated/types.ts";
import { treeDepth } from "./depth.ts";
import { placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";

/** Checks size and depth first, so that the other rules work on bounded input. */
export function sizeProblems(structure: FormStructure): StructureProblem[] {
  const deep = deepProblems(structure);
  if (deep.length > 0) return deep;
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

function deepProblems(structure: FormStructure): StructureProblem[] {
  const trees = [
    ...placedFields(structure).map(({ value, path }) => ({
      tree: value.visible_if,
      path: `${path}/visible_if`,
    })),
    ...(structure.calculations ?? []).map(({ expression }, index) => ({
      tree: expression,
      path: `/calculations/${index}/expression`,
    })),
    ...(structure.endings ?? []).map(({ when }, index) => ({ tree: when, path: `/endings/${index}/when` })),
  ];
  return trees
    .filter(({ tree }) => treeDepth(tree) > limits.tree_depth.max)
    .map(({ path }) => problemAt(path, "too_deep", { most: limits.tree_depth.max }));
}
