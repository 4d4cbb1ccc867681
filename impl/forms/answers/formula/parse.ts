/**
 * Reads formulas such as `adults * 20 + if(lunch = 'yes', 8, 0)` as trees. From loose to tight: `or`, `and`, `not`, comparisons,
 * `+ -`, `* /`, the minus of a number.
 */
import type { FieldCondition, Scalar } from "../../../../generated/types.ts";
import {
  type Comparison,
  chain,
  type Expression,
  negatedTest,
  type Predicate,
  type Sign,
  type Term,
} from "../expression.ts";
import { Cursor, FormulaMistake, type Mistake, suggestName } from "./cursor.ts";
import {
  bareField,
  condition,
  EXCHANGED,
  number,
  OPS,
  type Operand,
  type Reader,
  recordPlace,
  toLiteral,
} from "./operand.ts";
import type { Token } from "./tokens.ts";

/** A formula that was read. */
export interface Formula<Tree = Expression> {
  readonly tree: Tree;
  /** The places of references to fields in the text: the index of the first character. */
  readonly places: ReadonlyMap<object, number>;
  /** Levels of brackets and functions. */
  readonly depth: number;
}

export type Read<Tree> = Formula<Tree> | { readonly mistake: Mistake };

/** Reads a formula, which gives a number. */
export function parseFormula(formula: string): Read<Expression> {
  return parse(formula, (reader) => parseNumber(reader, readOr));
}

/** Reads a condition in the language of formulas. */
export function parseCondition(text: string): Read<Predicate> {
  return parse(text, (reader) => requireCondition(reader, readOr));
}

function parse<Tree>(formula: string, read: (reader: Reader) => Tree): Read<Tree> {
  const reader: Reader = { cursor: new Cursor(formula), places: new Map() };
  try {
    const tree = read(reader);
    if (reader.cursor.token.kind !== "end") reader.cursor.fail({ key: "mistake_operator" });
    return { tree, places: reader.places, depth: reader.cursor.deepest };
  } catch (error) {
    if (error instanceof FormulaMistake) return { mistake: error };
    throw error;
  }
}

type Reads = (reader: Reader) => Operand;

function parseNumber(reader: Reader, read: Reads): Expression {
  const { token } = reader.cursor;
  return requireNumber(reader, read(reader), token);
}

function requireNumber({ cursor }: Reader, operand: Operand, token: Token): Expression {
  if (operand.kind === "number") return operand.tree;
  return cursor.fail({ key: operand.kind === "value" ? "mistake_text" : "mistake_number" }, token);
}

function requireCondition(reader: Reader, read: Reads): Predicate {
  const { token } = reader.cursor;
  return toCondition(reader, read(reader), token);
}

/** A field alone is a condition, too: it says yes. */
function toCondition(reader: Reader, operand: Operand, token: Token): Predicate {
  if (operand.kind === "condition") return operand.tree;
  const field = bareField(operand);
  if (field === undefined) return reader.cursor.fail({ key: "mistake_condition" }, token);
  return recordPlace(reader, { field, op: "equals", value: true }, token);
}

const readOr: Reads = (reader) => readJoined(reader, "or", readAnd);
const readAnd: Reads = (reader) => readJoined(reader, "and", readNot);

function readJoined(reader: Reader, word: "and" | "or", read: Reads): Operand {
  const { cursor } = reader;
  const { token } = cursor;
  const first = read(reader);
  if (!cursor.is(word)) return first;
  const parts = [toCondition(reader, first, token)];
  while (cursor.takeOne(word)) parts.push(requireCondition(reader, read));
  return condition(word === "and" ? { all: parts } : { any: parts });
}

const readNot: Reads = (reader) => {
  const { cursor, places } = reader;
  if (cursor.takeOne("not") === undefined) return readComparison(reader);
  const denied = cursor.deeper(() => requireCondition(reader, readNot));
  const test = "field" in denied ? negatedTest(denied) : undefined;
  if (test === undefined) return condition({ not: denied });
  places.set(test, places.get(denied) ?? 0);
  return condition(test);
};

const readComparison: Reads = (reader) => {
  const { cursor } = reader;
  const { token } = cursor;
  const left = readSum(reader);
  const isNot = cursor.takeOne("not") !== undefined;
  if (isNot && !cursor.is("in")) cursor.expect("in");
  if (cursor.takeOne("in")) return condition(listTest(reader, left, isNot ? "not_in" : "in", token));
  const sign = cursor.takeOne("=", "!=", "<=", "<", ">=", ">");
  if (sign === undefined) return left;
  const { token: rightToken } = cursor;
  const right = readSum(reader);
  const op = OPS[sign];
  const test = fieldTest(left, op, right) ?? fieldTest(right, EXCHANGED[op], left);
  if (test) return condition(recordPlace(reader, test, token));
  const sides = { left: requireNumber(reader, left, token), right: requireNumber(reader, right, rightToken) };
  return condition({ ...sides, op } satisfies Comparison);
};

function fieldTest(subject: Operand, op: Comparison["op"], other: Operand): FieldCondition | undefined {
  const field = bareField(subject);
  const value = toLiteral(other);
  return field === undefined || value === undefined ? undefined : { field, op, value };
}

function listTest(reader: Reader, subject: Operand, op: "in" | "not_in", token: Token): FieldCondition {
  const { cursor } = reader;
  const field = bareField(subject);
  if (field === undefined) return cursor.fail({ key: "mistake_field" }, token);
  cursor.expect("(");
  const value: [Scalar, ...Scalar[]] = [readLiteral(reader)];
  while (cursor.takeOne(",")) value.push(readLiteral(reader));
  cursor.expect(")");
  return recordPlace(reader, { field, op, value }, token);
}

function readLiteral(reader: Reader): Scalar {
  const { token } = reader.cursor;
  return toLiteral(readUnary(reader)) ?? reader.cursor.fail({ key: "mistake_literal" }, token);
}

const readSum: Reads = (reader) => readChain(reader, ["+", "-"], readProduct);
const readProduct: Reads = (reader) => readChain(reader, ["*", "/"], readUnary);

function readChain(reader: Reader, signs: readonly Sign[], read: Reads): Operand {
  const { cursor } = reader;
  const { token } = cursor;
  const first = read(reader);
  const rest: Term[] = [];
  for (let sign = cursor.takeOne(...signs); sign !== undefined; sign = cursor.takeOne(...signs))
    rest.push({ sign, of: parseNumber(reader, read) });
  return rest.length === 0 ? first : number(chain(requireNumber(reader, first, token), rest));
}

/** The minus of a number belongs to it; any other is a difference from 0. */
const readUnary: Reads = (reader) => {
  const { cursor } = reader;
  if (cursor.takeOne("-") === undefined) return readPrimary(reader);
  const of = cursor.deeper(() => parseNumber(reader, readUnary));
  return number(typeof of === "number" ? -of : chain(0, [{ sign: "-", of }]));
};

const readPrimary: Reads = (reader) => {
  const { cursor } = reader;
  const { token, isCall } = cursor;
  const { kind, value } = token;
  if (kind === "number" && Number.isFinite(Number(value))) {
    cursor.take();
    return number(Number(value));
  }
  if (kind === "text" || cursor.is("true") || cursor.is("false")) {
    cursor.take();
    return { kind: "value", value: kind === "text" ? value : value === "true" };
  }
  if (kind === "id")
    return isCall ? readCall(reader) : number(recordPlace(reader, { field: readField(reader) }, token));
  if (cursor.takeOne("(") === undefined) return cursor.fail({ key: "mistake_value" });
  const inner = cursor.deeper(() => readOr(reader));
  cursor.expect(")");
  return inner;
};

function readField({ cursor }: Reader): string {
  if (cursor.token.kind !== "id" || cursor.isCall) return cursor.fail({ key: "mistake_field" });
  return cursor.take().value;
}

/** Parses the arguments of each function. */
const functions: Readonly<Record<string, (reader: Reader, name: Token) => Operand>> = {
  if(reader) {
    const predicate = requireCondition(reader, readOr);
    reader.cursor.expect(",");
    const then = parseNumber(reader, readOr);
    reader.cursor.expect(",");
    return number({ op: "if", condition: predicate, then, else: parseNumber(reader, readOr) });
  },
  min: (reader) => number({ op: "min", args: readNumbers(reader) }),
  max: (reader) => number({ op: "max", args: readNumbers(reader) }),
  round: (reader) => number(readRound(reader)),
  answered: (reader, name) =>
    condition(recordPlace(reader, { field: readField(reader), op: "answered" }, name)),
  contains(reader, name) {
    const field = readField(reader);
    reader.cursor.expect(",");
    return condition(recordPlace(reader, { field, op: "contains", value: readLiteral(reader) }, name));
  },
  count: (reader, name) => number(recordPlace(reader, { op: "count", field: readField(reader) }, name)),
  score(reader, name) {
    const field = readField(reader);
    return number(recordPlace(reader, { op: "score", field, points: readPoints(reader) }, name));
  },
};

export const functionNames: readonly string[] = Object.keys(functions);

function readCall(reader: Reader): Operand {
  const { cursor } = reader;
  const { token } = cursor;
  const name = token.value.toLowerCase();
  if (!Object.hasOwn(functions, name)) {
    const values = { ...suggestName(name, functionNames), known: functionNames.join(", ") };
    cursor.fail({ key: "mistake_function", values });
  }
  cursor.take();
  cursor.expect("(");
  const read = cursor.deeper(() => functions[name]!(reader, token));
  cursor.expect(")");
  return read;
}

function readNumbers(reader: Reader): Expression[] {
  const args = [parseNumber(reader, readOr)];
  while (reader.cursor.takeOne(",")) args.push(parseNumber(reader, readOr));
  return args;
}

const MAX_DIGITS = 6;

function readRound(reader: Reader): Expression {
  const { cursor } = reader;
  const arg = parseNumber(reader, readOr);
  if (cursor.takeOne(",") === undefined) return { op: "round", arg };
  const { token } = cursor;
  const digits = readLiteral(reader);
  if (typeof digits !== "number" || !Number.isInteger(digits) || digits < 0 || digits > MAX_DIGITS)
    return cursor.fail({ key: "mistake_digits", values: { most: MAX_DIGITS } }, token);
  if (cursor.takeOne(",") === undefined) return { op: "round", arg, digits };
  const { value } = cursor.token;
  if (cursor.token.kind !== "text" || (value !== "up" && value !== "down" && value !== "nearest"))
    return cursor.fail({ key: "mistake_mode" });
  cursor.take();
  return { op: "round", arg, digits, mode: value };
}

function readPoints(reader: Reader): Record<string, number> {
  const { cursor } = reader;
  const points = new Map<string, number>();
  do {
    cursor.expect(",");
    if (cursor.token.kind !== "text") return cursor.fail({ key: "mistake_points" });
    const { value: choice } = cursor.take();
    cursor.expect(":");
    const { token } = cursor;
    const value = readLiteral(reader);
    if (typeof value !== "number") return cursor.fail({ key: "mistake_points" }, token);
    points.set(choice, value);
  } while (cursor.is(","));
  return Object.fromEntries(points);
}
