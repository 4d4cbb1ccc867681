/** Writes trees as formulas. Reading the text gives a tree with the same value for all answers. */
import type { FieldCondition, Scalar } from "../../../../generated/types.ts";
import { type Comparison, type Expression, type Operation, type Predicate, signRank } from "../expression.ts";
import { writeName } from "./tokens.ts";

export function printFormula(expression: Expression): string {
  if (typeof expression === "number") return String(expression);
  if (!("op" in expression)) return writeName(expression.field);
  return printOperation(expression);
}

function printOperation(operation: Operation): string {
  switch (operation.op) {
    case "chain": {
      const rank = signRank(operation.rest[0]?.sign ?? "+");
      const terms = operation.rest.map(({ sign, of }) => ` ${sign} ${operand(of, rank)}`);
      return operand(operation.first, rank - 1) + terms.join("");
    }
    case "min":
    case "max":
      return call(operation.op, operation.args.map(printFormula));
    case "round": {
      const { arg, digits = 0, mode = "nearest" } = operation;
      const way = mode === "nearest" ? [] : [quoteName(mode)];
      return call("round", [
        printFormula(arg),
        ...(digits === 0 && way.length === 0 ? [] : [String(digits)]),
        ...way,
      ]);
    }
    case "if":
      return call("if", [
        printCondition(operation.condition),
        printFormula(operation.then),
        printFormula(operation.else),
      ]);
    case "score": {
      const points = Object.entries(operation.points).map(([id, value]) => `${quoteName(id)}: ${value}`);
      return call("score", [writeName(operation.field), ...points]);
    }
    case "count":
      return call("count", [writeName(operation.field)]);
  }
}

const call = (name: string, args: readonly string[]): string => `${name}(${args.join(", ")})`;

/** @param rank brackets stand around chains that bind no tighter */
function operand(expression: Expression, rank: number): string {
  const text = printFormula(expression);
  const isChain = typeof expression === "object" && "op" in expression && expression.op === "chain";
  return isChain && signRank(expression.rest[0]?.sign ?? "+") <= rank ? `(${text})` : text;
}

export function printCondition(condition: Predicate): string {
  if ("all" in condition) return joinParts(condition.all, "and");
  if ("any" in condition) return joinParts(condition.any, "or");
  if ("not" in condition) return `not ${part(condition.not)}`;
  return "left" in condition ? printComparison(condition) : printTest(condition);
}

function joinParts(parts: readonly Predicate[], word: "and" | "or"): string {
  const [only] = parts;
  return parts.length === 1 && only ? printCondition(only) : parts.map(part).join(` ${word} `);
}

/** A part of another condition; brackets stand around parts that are joined. */
function part(condition: Predicate): string {
  const text = printCondition(condition);
  return isJoined(condition) ? `(${text})` : text;
}

function isJoined(condition: Predicate): boolean {
  const parts = "all" in condition ? condition.all : "any" in condition ? condition.any : [];
  const [only] = parts;
  return parts.length === 1 && only ? isJoined(only) : parts.length > 1;
}

const SIGNS = { equals: "=", not_equals: "!=", lt: "<", lte: "<=", gt: ">", gte: ">=" } as const;

function printComparison({ left, op, right }: Comparison): string {
  return `${printFormula(left)} ${SIGNS[op]} ${printFormula(right)}`;
}

function printTest(test: FieldCondition): string {
  const field = writeName(test.field);
  switch (test.op) {
    case "answered":
      return `answered(${field})`;
    case "empty":
      return `not answered(${field})`;
    case "contains":
      return `contains(${field}, ${literal(test.value)})`;
    case "not_contains":
      return `not contains(${field}, ${literal(test.value)})`;
    case "in":
      return `${field} in (${test.value.map(literal).join(", ")})`;
    case "not_in":
      return `${field} not in (${test.value.map(literal).join(", ")})`;
    default:
      return `${field} ${SIGNS[test.op]} ${literal(test.value)}`;
  }
}

/** The name of an operator in formulas. */
export function writtenOp(op: FieldCondition["op"]): string {
  if (op in SIGNS) return SIGNS[op as keyof typeof SIGNS];
  return op === "empty" ? "not answered" : op.replace("_", " ");
}

const literal = (value: Scalar): string => (typeof value === "string" ? quoteName(value) : String(value));

export const quoteName = (text: string): string => `'${text.replaceAll("'", "''")}'`;
