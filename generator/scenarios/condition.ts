/** Parses conditions of scenarios. */
import type { Condition, Expression, Operand } from "@toolwright/conformance/cases";
import { parseDuration } from "./duration.ts";

const comparisons = ["==", "!=", "<=", ">=", "<", ">"] as const;

/** A condition that cannot be read. The message says why. */
export class ConditionError extends Error {
  override readonly name = "ConditionError";
}

const token =
  /\s*(==|!=|<=|>=|&&|\|\||[<>!()]|'(?:[^']|'')*'|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|\$[^\s()]+)/y;

/**
 * Reads a simple condition of Arazzo 1.0 (section "Criterion Object"): comparisons, `&&`, `||`, `!` and brackets, such as `$result.structuredContent#/status == 'draft' && !($result.isError)`. */
export function parseCondition(text: string): Condition {
  const tokens = tokenize(text);
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
    if (word === undefined) throw new ConditionError("It ends in place of a value.");
    position++;
    return parseOperand(word);
  }

  const condition = either();
  if (position < tokens.length) throw new ConditionError(`Nothing is expected at ${JSON.stringify(next())}.`);
  return condition;
}

/** Reads a condition, or returns why it cannot be read. */
export function readCondition(text: string): Condition | ConditionError {
  try {
    return parseCondition(text);
  } catch (error) {
    if (error instanceof ConditionError) return error;
    throw error;
  }
}

function tokenize(text: string): string[] {
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

function parseOperand(word: string): Operand {
  if (word.startsWith("'")) return { kind: "literal", value: word.slice(1, -1).replaceAll("''", "'") };
  if (word.startsWith("$")) {
    const expression = parseExpression(word);
    if (!expression) throw new ConditionError(`${word} is not an expression.`);
    return { kind: "expression", expression };
  }
  if (!/^(-?\d|true$|false$|null$)/.test(word))
    throw new ConditionError(`${JSON.stringify(word)} is not a value.`);
  return { kind: "literal", value: JSON.parse(word) };
}

/** Members of a tool's result that expressions may name. */
const resultMembers = ["structuredContent", "file", "content", "isError", "_meta"] as const;
type ResultMember = Extract<Expression, { readonly from: "result" }>["member"];

const start = /^\$(inputs|steps|result|request|item|now)\b/;
const name = "[\\p{L}\\p{N}_-]+";
const forms = {
  inputs: new RegExp(`^\\$inputs\\.(${name})$`, "u"),
  steps: new RegExp(`^\\$steps\\.(${name})\\.outputs\\.(${name})$`, "u"),
  request: /^\$request\.body(?:#(\/.*))?$/u,
  item: /^\$item#(\/.*)$/u,
  now: /^\$now([+-].*)?$/u,
  result: new RegExp(`^\\$result\\.(${resultMembers.join("|")})(?:#(/.*))?$`, "u"),
};

/** Text that looks like an expression, such as `$outputs.id` or `$response.body#/id`, is probably not meant as literal text. */
const lookalike = /^\$\p{L}[\p{L}\p{N}_]*[.#][^\s]*$/u;

/** Whether a text is an expression, valid or not. Other texts are literal values. */
export function isExpression(text: unknown): text is string {
  return typeof text === "string" && (start.test(text) || lookalike.test(text));
}

/** Reads an expression. @returns `undefined` if it is none. */
export function parseExpression(text: string): Expression | undefined {
  const inputs = forms.inputs.exec(text);
  if (inputs) return { from: "inputs", name: inputs[1]! };
  const steps = forms.steps.exec(text);
  if (steps) return { from: "steps", step: steps[1]!, output: steps[2]! };
  const request = forms.request.exec(text);
  if (request) return { from: "request", pointer: request[1] ?? "" };
  const item = forms.item.exec(text);
  if (item) return { from: "item", pointer: item[1]! };
  const now = forms.now.exec(text);
  const seconds = now && (now[1] === undefined ? 0 : parseDuration(now[1]));
  if (seconds !== null && seconds !== undefined) return { from: "now", seconds };
  const result = forms.result.exec(text);
  return result ? { from: "result", member: result[1] as ResultMember, pointer: result[2] ?? "" } : undefined;
}
