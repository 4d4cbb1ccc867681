/** Reads the conditions of scenarios. */
import type { Condition, Expression, Operand } from "./behaviour.ts";

type Compared = Extract<Condition, { readonly kind: "compare" }>;

/** The expressions in a condition. */
export function expressionsIn(condition: Condition): Expression[] {
  switch (condition.kind) {
    case "both":
    case "either":
      return [...expressionsIn(condition.left), ...expressionsIn(condition.right)];
    case "not":
      return expressionsIn(condition.of);
    case "compare":
      return [condition.left, condition.right].flatMap(listExpressions);
    case "holds":
      return listExpressions(condition.operand);
  }
}

/** The comparisons in a condition. */
export function comparisonsIn(condition: Condition): Compared[] {
  switch (condition.kind) {
    case "both":
    case "either":
      return [...comparisonsIn(condition.left), ...comparisonsIn(condition.right)];
    case "not":
      return comparisonsIn(condition.of);
    case "compare":
      return [condition];
    case "holds":
      return [];
  }
}

function listExpressions(operand: Operand): Expression[] {
  return operand.kind === "expression" ? [operand.expression] : [];
}
