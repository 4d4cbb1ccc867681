/** Conditions and formulas as people read them. */
import type { Condition, Expression, FieldCondition, Scalar } from "../../../../generated/types.ts";
import { shorten } from "../../../texts/shorten.ts";
import type { Parts } from "./context.ts";
import type { Source } from "./sources.ts";

interface Words {
  readonly say: Parts["say"];
  readonly sources: readonly Source[];
}

export function readCondition(condition: Condition, words: Words, isInner = false): string {
  const { say } = words;
  if ("all" in condition || "any" in condition) {
    const parts = "all" in condition ? condition.all : condition.any;
    const text = parts
      .map((part) => readCondition(part, words, parts.length > 1))
      .join(` ${say("all" in condition ? "and" : "or")} `);
    return isInner && parts.length > 1 ? `(${text})` : text;
  }
  if ("not" in condition) return `${say("negated")} (${readCondition(condition.not, words)})`;
  return readTest(condition, words);
}

function readTest(test: FieldCondition, words: Words): string {
  const { say } = words;
  const name = nameOf(test.field, words);
  if (!("value" in test)) return `${name} ${say(`op_${test.op}`)}`;
  const values: readonly Scalar[] = Array.isArray(test.value) ? test.value : [test.value as Scalar];
  return `${name} ${say(`op_${test.op}`)} ${values.map((value) => readValue(test.field, value, words)).join(", ")}`;
}

function readValue(field: string, value: Scalar, { say, sources }: Words): string {
  if (typeof value === "boolean") return say(value ? "yes" : "no");
  const answer = sources.find(({ id }) => id === field)?.answer;
  const choice =
    answer !== undefined && "choices" in answer ? answer.choices.find(({ id }) => id === value) : undefined;
  const label = choice && Object.values(choice.label)[0];
  return typeof value === "number" ? String(value) : `“${label ?? value}”`;
}

const SIGNS = { add: " + ", multiply: " × ", subtract: " − ", divide: " ÷ " } as const;

export function readExpression(expression: Expression, words: Words, isInner = false): string {
  const { say } = words;
  if (typeof expression === "number") return String(expression);
  if (!("op" in expression)) return nameOf(expression.field, words);
  const inner = (part: Expression) => readExpression(part, words, true);
  const bracketed = (text: string) => (isInner ? `(${text})` : text);
  switch (expression.op) {
    case "add":
    case "multiply":
      return bracketed(expression.args.map(inner).join(SIGNS[expression.op]));
    case "subtract":
    case "divide":
      return bracketed(`${inner(expression.left)}${SIGNS[expression.op]}${inner(expression.right)}`);
    case "min":
    case "max":
      return `${expression.op}(${expression.args.map((part) => readExpression(part, words)).join(", ")})`;
    case "round":
      return say("reads_round", {
        value: readExpression(expression.arg, words),
        digits: expression.digits ?? 0,
      });
    case "if":
      return bracketed(
        say("reads_if", {
          condition: readCondition(expression.condition, words),
          then: inner(expression.then),
          otherwise: inner(expression.else),
        }),
      );
    case "score":
      return say("reads_score", { field: nameOf(expression.field, words) });
    case "count":
      return say("reads_count", { field: nameOf(expression.field, words) });
  }
}

function nameOf(id: string, { sources }: Words): string {
  return shorten(sources.find((source) => source.id === id)?.label ?? id, 40);
}
