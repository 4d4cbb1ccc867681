/** The kinds of parts that a formula is made of, and new ones of each kind. */
import type { Expression, Operation } from "../../../../generated/types.ts";
import { newTest, type Source } from "./sources.ts";

export type ExpressionKind = "number" | "field" | Operation["op"];

export function kindOf(expression: Expression): ExpressionKind {
  if (typeof expression === "number") return "number";
  return "op" in expression ? expression.op : "field";
}

const ofKind = (sources: readonly Source[], ...kinds: readonly Source["answer"]["kind"][]) =>
  sources.filter(({ answer }) => kinds.includes(answer.kind));

const countable = (sources: readonly Source[]) => ofKind(sources, "choice", "choices", "rows", "files");

/** Those that are possible with what the form asks before. */
export function expressionKinds(sources: readonly Source[]): ExpressionKind[] {
  return [
    "number",
    ...(ofKind(sources, "number").length > 0 ? (["field"] as const) : []),
    "add",
    "subtract",
    "multiply",
    "divide",
    "min",
    "max",
    "round",
    ...(sources.length > 0 ? (["if"] as const) : []),
    ...(ofKind(sources, "choice", "choices").length > 0 ? (["score"] as const) : []),
    ...(countable(sources).length > 0 ? (["count"] as const) : []),
  ];
}

/** A part of another kind, which keeps the operands of the part before it. */
export function newExpression(
  kind: ExpressionKind,
  before: Expression,
  sources: readonly Source[],
): Expression {
  const operands = operandsOf(before);
  const [first = 0, second = 0] = operands;
  switch (kind) {
    case "number":
      return typeof before === "number" ? before : 0;
    case "field":
      return { field: ofKind(sources, "number")[0]!.id };
    case "add":
    case "multiply":
    case "min":
    case "max": {
      const args = operands.length > 1 ? operands : [first, second];
      return { op: kind, args: args as [Expression, ...Expression[]] };
    }
    case "subtract":
    case "divide":
      return { op: kind, left: first, right: kind === "divide" && second === 0 ? 1 : second };
    case "round":
      return { op: "round", arg: first, digits: 2 };
    case "if":
      return { op: "if", condition: newTest(sources[0]!), then: first, else: second };
    case "score": {
      const source = ofKind(sources, "choice", "choices")[0]!;
      return { op: "score", field: source.id, points: allPoints(source) };
    }
    case "count":
      return { op: "count", field: countable(sources)[0]!.id };
  }
}

/** One point for each choice. */
export function allPoints({ answer }: Source): Readonly<Record<string, number>> {
  return "choices" in answer ? Object.fromEntries(answer.choices.map(({ id }) => [id, 1])) : {};
}

function operandsOf(expression: Expression): readonly Expression[] {
  if (typeof expression === "number" || !("op" in expression)) return [expression];
  switch (expression.op) {
    case "add":
    case "multiply":
    case "min":
    case "max":
      return expression.args;
    case "subtract":
    case "divide":
      return [expression.left, expression.right];
    case "round":
      return [expression.arg];
    case "if":
      return [expression.then, expression.else];
    default:
      return [expression];
  }
}
