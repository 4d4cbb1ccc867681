/** Reads the conditions of scenarios. */
import type { Condition, Expression, Operand } from "./workflows.ts";

type Atom = Extract<Condition, { readonly kind: "compare" | "holds" }>;

/** Lists the expressions in a condition. */
export function expressionsIn(condition: Condition): Expression[] {
  return atomsIn(condition)
    .flatMap((atom): Operand[] => (atom.kind === "compare" ? [atom.left, atom.right] : [atom.operand]))
    .flatMap((operand) => (operand.kind === "expression" ? [operand.expression] : []));
}

function atomsIn(condition: Condition): Atom[] {
  switch (condition.kind) {
    case "both":
    case "either":
      return [...atomsIn(condition.left), ...atomsIn(condition.right)];
    case "not":
      return atomsIn(condition.of);
    default:
      return [condition];
  }
}
