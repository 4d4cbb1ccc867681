/** The parts of a formula while it is read, and the signs that compare them. */
import type { Scalar } from "../../../../generated/types.ts";
import type { Expression, Predicate } from "../expression.ts";
import type { Cursor } from "./cursor.ts";
import type { Token } from "./tokens.ts";

export interface Reader {
  readonly cursor: Cursor;
  readonly places: Map<object, number>;
}

/** A part of a formula. A text or truth value can only be compared. */
export type Operand =
  | { readonly kind: "number"; readonly tree: Expression }
  | { readonly kind: "condition"; readonly tree: Predicate }
  | { readonly kind: "value"; readonly value: string | boolean };

export function recordPlace<Node extends object>({ places }: Reader, node: Node, { from }: Token): Node {
  places.set(node, from);
  return node;
}

export function bareField(operand: Operand): string | undefined {
  if (operand.kind !== "number" || typeof operand.tree === "number" || "op" in operand.tree) return undefined;
  return operand.tree.field;
}

export const condition = (tree: Predicate): Operand => ({ kind: "condition", tree });
export const number = (tree: Expression): Operand => ({ kind: "number", tree });

export const OPS = {
  "=": "equals",
  "!=": "not_equals",
  "<": "lt",
  "<=": "lte",
  ">": "gt",
  ">=": "gte",
} as const;
/** The same comparison with its sides exchanged. */
export const EXCHANGED = {
  equals: "equals",
  not_equals: "not_equals",
  lt: "gt",
  lte: "gte",
  gt: "lt",
  gte: "lte",
} as const;

export function toLiteral(operand: Operand): Scalar | undefined {
  if (operand.kind === "value") return operand.value;
  return operand.kind === "number" && typeof operand.tree === "number" ? operand.tree : undefined;
}
