/** Conditions and calculations as trees, as forms had them before formulas: random ones, and what they gave. */
import fc from "fast-check";
import type { Answers, StoredAnswer } from "../../forms/answers/answer.ts";

// biome-ignore lint/suspicious/noExplicitAny: trees as they were stored, without a type of today
type Tree = Readonly<Record<string, any>>;
/** A number, or an object. */
export type EarlierTree = number | Tree;

const numbers = ["n", "if", "min", "not"];
const singles = ["size", "in"];
const lists = ["topics", "and"];
const booleans = ["member", "true"];
const days = ["born"];
const countable = [...singles, ...lists, "grid", "cv"];
const choices = ["a", "b", "it's"];

const value = (field: string): fc.Arbitrary<unknown> => {
  if (numbers.includes(field))
    return fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
  if (booleans.includes(field)) return fc.boolean();
  return days.includes(field) ? fc.constantFrom("2026-01-01", "2026-05-05") : fc.constantFrom(...choices);
};

function testOf(field: string): fc.Arbitrary<EarlierTree> {
  const isOrdered = numbers.includes(field) || days.includes(field);
  const hasChoices = singles.includes(field) || lists.includes(field);
  const ops = [
    "eq",
    "ne",
    ...(isOrdered ? ["lt", "lte", "gt", "gte"] : []),
    ...(hasChoices ? ["contains"] : []),
  ];
  return fc.oneof(
    fc.record({ field: fc.constant(field), op: fc.constantFrom(...ops), value: value(field) }),
    fc.record({
      field: fc.constant(field),
      op: fc.constant("in"),
      value: fc.array(value(field), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ field: fc.constant(field), op: fc.constantFrom("answered", "empty") }),
  );
}

const { expression, condition } = fc.letrec<{ expression: EarlierTree; condition: EarlierTree }>((tie) => {
  const parts = (max: number) => fc.array(tie("expression"), { minLength: 1, maxLength: max });
  const group = fc.array(tie("condition"), { minLength: 1, maxLength: 3 });
  return {
    condition: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom(...numbers, ...singles, ...lists, ...booleans, ...days).chain(testOf),
      fc.record({ all: group }),
      fc.record({ any: group }),
      fc.record({ not: tie("condition") }),
    ),
    expression: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.oneof(fc.integer({ min: -9, max: 9 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.record({ field: fc.constantFrom(...numbers) }),
      fc.record({ field: fc.constantFrom(...numbers), fallback: fc.integer({ min: -2, max: 5 }) }),
      fc.record({ op: fc.constantFrom("add", "multiply", "min", "max"), args: parts(3) }),
      fc.record({
        op: fc.constantFrom("subtract", "divide"),
        left: tie("expression"),
        right: tie("expression"),
      }),
      fc.record(
        {
          op: fc.constant("round"),
          arg: tie("expression"),
          digits: fc.integer({ min: 0, max: 6 }),
          mode: fc.constantFrom("nearest", "up", "down"),
        },
        { requiredKeys: ["op", "arg"] },
      ),
      fc.record({
        op: fc.constant("if"),
        condition: tie("condition"),
        then: tie("expression"),
        else: tie("expression"),
      }),
      fc.record({
        op: fc.constant("score"),
        field: fc.constantFrom(...singles, ...lists),
        points: fc.dictionary(fc.constantFrom(...choices), fc.integer({ min: -2, max: 9 }), { minKeys: 1 }),
      }),
      fc.record({ op: fc.constant("count"), field: fc.constantFrom(...countable) }),
    ),
  };
});

export const earlierExpressions = expression;
export const earlierConditions = condition;

const entry = (ids: readonly string[], answer: fc.Arbitrary<StoredAnswer>) =>
  ids.map((id) => fc.option(answer, { nil: undefined }).map((one) => [id, one] as const));
const other = fc.constant({ other: "a" });

/** Answers in the types of the fields, some of them missing. */
export const answersToTrees: fc.Arbitrary<Answers> = fc
  .tuple(
    ...entry(
      numbers,
      fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
    ),
    ...entry(singles, fc.oneof(fc.constantFrom(...choices), other)),
    ...entry(
      lists,
      fc.uniqueArray(fc.oneof(fc.constantFrom(...choices), other), { minLength: 1, maxLength: 3 }),
    ),
    ...entry(booleans, fc.boolean()),
    ...entry(days, fc.constantFrom("2026-01-01", "2026-03-03")),
    ...entry(["grid"], fc.constant({ rows: { a: "x", b: ["y"] } })),
    ...entry(["cv"], fc.constant([{ id: "1", name: "a", size_bytes: 1, content_type: "b" }])),
  )
  .map((entries) => Object.fromEntries(entries.filter(([, answer]) => answer !== undefined)) as Answers);

// Computes values from trees exactly like the earlier service, independently of the current code.

export function earlierValue(tree: EarlierTree, answers: Answers): number | undefined {
  const found = compute(tree, answers);
  return found === undefined || !Number.isFinite(found) ? undefined : found;
}

function compute(tree: EarlierTree, answers: Answers): number | undefined {
  if (typeof tree === "number") return tree;
  const { op, args, left, right, arg, digits = 0, mode, field, fallback } = tree;
  const fold = (trees: readonly EarlierTree[], combine: (values: number[]) => number) => {
    const values = trees.map((one) => earlierValue(one, answers));
    return values.includes(undefined) ? undefined : combine(values as number[]);
  };
  const answer: StoredAnswer | undefined = answers[String(field)];
  switch (op) {
    case undefined:
      return typeof answer === "number" ? answer : fallback;
    case "add":
      return fold(args, (values) => values.reduce((sum, one) => sum + one, 0));
    case "multiply":
      return fold(args, (values) => values.reduce((product, one) => product * one, 1));
    case "min":
      return fold(args, (values) => Math.min(...values));
    case "max":
      return fold(args, (values) => Math.max(...values));
    case "subtract":
      return fold([left, right], ([one, another]) => one! - another!);
    case "divide":
      return fold([left, right], ([one, another]) => one! / another!);
    case "round":
      return fold([arg], ([one]) => round(one!, digits, mode));
    case "if":
      return earlierValue(earlierHolds(tree.condition, answers) ? tree.then : tree.else, answers);
    case "score": {
      const points = new Map<unknown, number>(Object.entries(tree.points));
      return [answer].flat().reduce((sum: number, one) => sum + (points.get(one) ?? 0), 0);
    }
    default:
      if (answer === undefined) return 0;
      if (Array.isArray(answer)) return answer.length;
      return typeof answer === "object" && "rows" in answer ? Object.keys(answer.rows).length : 1;
  }
}

function round(value: number, digits: number, mode: string | undefined): number {
  const certain = Math.abs(value) < 1e15 ? Number(value.toPrecision(15)) : value;
  const shifted = shift(certain, digits);
  if (mode === "up") return shift(Math.ceil(shifted), -digits);
  if (mode === "down") return shift(Math.floor(shifted), -digits);
  return shift(Math.sign(shifted) * Math.round(Math.abs(shifted)), -digits);
}

function shift(value: number, digits: number): number {
  const [mantissa, exponent] = value.toExponential().split("e");
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

export function earlierHolds(tree: EarlierTree, answers: Answers): boolean {
  const { all, any, not, field, op, value: wanted } = tree as Tree;
  const parts = (list: readonly EarlierTree[]) => list.map((part) => earlierHolds(part, answers));
  if (all) return parts(all).every(Boolean);
  if (any) return parts(any).some(Boolean);
  if (not) return !earlierHolds(not, answers);
  const answer: StoredAnswer | undefined = answers[String(field)];
  const includes = (one: unknown) => (Array.isArray(answer) ? answer.includes(one) : answer === one);
  const equals = Array.isArray(answer) ? answer.length === 1 && answer[0] === wanted : answer === wanted;
  const isText = typeof answer === "string";
  const isOrdered = typeof answer === typeof wanted && (isText || typeof answer === "number");
  const results: Readonly<Record<string, () => boolean>> = {
    answered: () => answer !== undefined,
    empty: () => answer === undefined,
    in: () => wanted.some(includes),
    eq: () => equals,
    ne: () => !equals,
    contains: () => (isText ? answer.toLowerCase().includes(String(wanted).toLowerCase()) : includes(wanted)),
    lt: () => isOrdered && answer! < wanted,
    lte: () => isOrdered && answer! <= wanted,
    gt: () => isOrdered && answer! > wanted,
    gte: () => isOrdered && answer! >= wanted,
  };
  return results[op]!();
}
