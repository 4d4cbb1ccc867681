/** The trees that formulas and conditions are evaluated as. They are data: pages get them as JSON. */
import type { FieldCondition } from "../../../generated/types.ts";

/** Gives a number, or nothing where an operand is missing. */
export type Expression = number | FieldValue | Operation;

/** The answer of a field, or the result of a calculation. */
export interface FieldValue {
  readonly field: string;
}

/** An expression without a value. */
export const MISSING: Expression = { field: "" };

/** The mark before an operand in a sum or product. */
export type Sign = "+" | "-" | "*" | "/";

export interface Term {
  readonly sign: Sign;
  readonly of: Expression;
}

export type Operation =
  /** Evaluated from left to right; the operators are all of sums, or all of products. */
  | { readonly op: "chain"; readonly first: Expression; readonly rest: readonly Term[] }
  | { readonly op: "min" | "max"; readonly args: readonly Expression[] }
  | {
      readonly op: "round";
      readonly arg: Expression;
      readonly digits?: number | undefined;
      readonly mode?: Rounding | undefined;
    }
  | { readonly op: "if"; readonly condition: Predicate; readonly then: Expression; readonly else: Expression }
  | { readonly op: "score"; readonly field: string; readonly points: Readonly<Record<string, number>> }
  | { readonly op: "count"; readonly field: string };

export type Rounding = "nearest" | "up" | "down";

/** Is true or false. Every condition of a structure that is not a text is one. */
export type Predicate = Combination | Comparison | FieldCondition;

export type Combination =
  | { readonly all: readonly Predicate[] }
  | { readonly any: readonly Predicate[] }
  | { readonly not: Predicate };

export type Order = "lt" | "lte" | "gt" | "gte";

/** Compares two numbers. If one of them is missing, only `not_equals` holds. */
export interface Comparison {
  readonly left: Expression;
  readonly op: Order | "equals" | "not_equals";
  readonly right: Expression;
}

/** A predicate that is no combination of others. */
export type Leaf = Comparison | FieldCondition;

const RANKS: Readonly<Record<Sign, number>> = { "+": 1, "-": 1, "*": 2, "/": 2 };

/** How tightly a sign binds. */
export function signRank(sign: Sign): number {
  return RANKS[sign];
}

/** A chain that continues a chain of the same rank is one chain: both are computed from left to right. */
export function chain(first: Expression, rest: readonly Term[]): Expression {
  const [next] = rest;
  if (next === undefined) return first;
  if (typeof first !== "object" || !("op" in first) || first.op !== "chain")
    return { op: "chain", first, rest };
  const isSameRank = first.rest.every(({ sign }) => signRank(sign) === signRank(next.sign));
  return isSameRank ? { ...first, rest: [...first.rest, ...rest] } : { op: "chain", first, rest };
}

/** Returns the ids in a tree, including its conditions. */
export function fieldsIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === "field" && typeof value === "string" ? [value] : fieldsIn(value),
  );
}

const OPPOSITES = {
  equals: "not_equals",
  not_equals: "equals",
  in: "not_in",
  not_in: "in",
  contains: "not_contains",
  not_contains: "contains",
  answered: "empty",
  empty: "answered",
} as const;

/** Whether tests with this operator have an opposite. */
export function hasOpposite(op: FieldCondition["op"]): op is keyof typeof OPPOSITES {
  return Object.hasOwn(OPPOSITES, op);
}

/** The test that holds exactly where another one does not; undefined for an order, which no missing answer has. */
export function negatedTest(test: FieldCondition): FieldCondition | undefined {
  const { op } = test;
  return hasOpposite(op) ? ({ ...test, op: OPPOSITES[op] } as FieldCondition) : undefined;
}

const REVERSED: Readonly<Record<Order, Order>> = { lt: "gte", gte: "lt", gt: "lte", lte: "gt" };

/** The opposite of a test for fields that are answered: orders are reversed. */
export function oppositeTest(test: FieldCondition): FieldCondition {
  return negatedTest(test) ?? ({ ...test, op: REVERSED[test.op as Order] } as FieldCondition);
}
