/** Parses conditions of scenarios. */
import { type Expression, parseExpression } from "./expression.ts";

/** A simple condition of Arazzo 1.0 (section "Criterion Object"): comparisons, `&&`, `||`, `!` and brackets. */
export type Condition =
  | { readonly kind: "both" | "either"; readonly left: Condition; readonly right: Condition }
  | { readonly kind: "not"; readonly of: Condition }
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: "holds"; readonly operand: Operand };

type Comparison = (typeof comparisons)[number];
const comparisons = ["==", "!=", "<=", ">=", "<", ">"] as const;

export type Operand =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "expression"; readonly expression: Expression };

/** A condition that cannot be read. The message says why. */
export class ConditionError extends Error {
  override readonly name = "ConditionError";
}

const token =
  /\s*(==|!=|<=|>=|&&|\|\||[<>!()]|'(?:[^']|'')*'|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|\$[^\s()]+)/y;

/** Reads a condition such as `$result.structuredContent#/status == 'draft' && !($result.isError)`. */
export function parseCondition(text: string): Condition {
  const tokens = tokensOf(text);
  let position = 0;
  const next = () => tokens[position];
  const consume = (wanted: string): boolean => {
    if (next() !== wanted) return false;
    position++;
    return true;
  };

  function either(): Condition {
    let left = both();
    while (consume("||")) left = { kind: "either", left, right: both() };
    return left;
  }

  function both(): Condition {
    let left = single();
    while (consume("&&")) left = { kind: "both", left, right: single() };
    return left;
  }

  function single(): Condition {
    if (consume("!")) return { kind: "not", of: single() };
    if (consume("(")) {
      const inner = either();
      if (!consume(")")) throw new ConditionError("A bracket is not closed.");
      return inner;
    }
    const left = operand();
    const operator = comparisons.find((candidate) => consume(candidate));
    return operator
      ? { kind: "compare", operator, left, right: operand() }
      : { kind: "holds", operand: left };
  }

  function operand(): Operand {
    const word = next();
    if (word === undefined) throw new ConditionError("It ends where a value should stand.");
    position++;
    return operandOf(word);
  }

  const condition = either();
  if (position < tokens.length) throw new ConditionError(`Nothing is expected at ${JSON.stringify(next())}.`);
  return condition;
}

/** The expressions in a condition. */
export function expressionsIn(condition: Condition): Expression[] {
  switch (condition.kind) {
    case "both":
    case "either":
      return [...expressionsIn(condition.left), ...expressionsIn(condition.right)];
    case "not":
      return expressionsIn(condition.of);
    case "compare":
      return [condition.left, condition.right].flatMap(expressionOf);
    case "holds":
      return expressionOf(condition.operand);
  }
}

function expressionOf(operand: Operand): Expression[] {
  return operand.kind === "expression" ? [operand.expression] : [];
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  for (let end = 0; text.slice(end).trim() !== ""; end = token.lastIndex) {
    token.lastIndex = end;
    const match = token.exec(text);
    if (!match) throw new ConditionError(unreadable(text.slice(end).trim()));
    tokens.push(match[1]!);
  }
  return tokens;
}

function unreadable(rest: string): string {
  const suggestion = rest.startsWith("=") ? " To compare, write ==." : "";
  return `${JSON.stringify(rest)} cannot be read.${suggestion}`;
}

function operandOf(word: string): Operand {
  if (word.startsWith("'")) return { kind: "literal", value: word.slice(1, -1).replaceAll("''", "'") };
  if (word.startsWith("$")) {
    const expression = parseExpression(word);
    if (!expression) throw new ConditionError(`${word} is no expression.`);
    return { kind: "expression", expression };
  }
  if (!/^(-?\d|true$|false$|null$)/.test(word))
    throw new ConditionError(`${JSON.stringify(word)} is no value.`);
  return { kind: "literal", value: JSON.parse(word) };
}
