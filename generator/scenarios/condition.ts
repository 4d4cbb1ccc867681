/** Parses conditions of scenarios. */
import {
  type Condition,
  type Expression,
  isCalculation,
  type Operand,
  singleExpressionsIn,
  singleExpressionsOf,
} from "@toolwright/conformance/cases";
import { parseExpression } from "./expression.ts";

const comparisons = ["==", "!=", "<=", ">=", "<", ">"] as const;

/** A condition that cannot be read. The message says why. */
export class ConditionError extends Error {
  override readonly name = "ConditionError";
}

const functions = ["round", "floor", "ceil"] as const;
const aggregates = ["sum", "count", "mean", "min", "max"] as const;

/** An expression ends before a comma, but may have one within. */
const token =
  /\s*(==|!=|<=|>=|&&|\|\||[<>!(),*/+]|'(?:[^']|'')*'|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|-|(?:true|false|null|seconds|round|floor|ceil|sum|count|mean|min|max)(?!\w)|\$[^\s()]*[^\s(),])/y;

/**
 * Reads a simple condition of Arazzo 1.0 (section "Criterion Object"): comparisons, `&&`, `||`, `!` and brackets, such as
 * `$result.structuredContent#/status == 'draft' && !($result.isError)`. Beyond Arazzo it may calculate: `+`, `-`, `*`, `/` and the functions.
 */
export function parseCondition(text: string): Condition {
  const words = new Words(tokenize(text));
  const condition = readEither(words);
  if (words.next !== undefined)
    throw new ConditionError(`Nothing is expected at ${JSON.stringify(words.next)}.`);
  requireMeaning(condition);
  return condition;
}

/**
 * Reads a calculation, or a single value: `-$request.body#/amount`.
 * @throws ConditionError
 */
export function parseCalculation(text: string): Operand {
  const words = new Words(tokenize(text));
  const operand = readSum(words);
  if (words.next !== undefined)
    throw new ConditionError(`Nothing is expected at ${JSON.stringify(words.next)}.`);
  return operand;
}

/** Refuses what can be read, but says nothing: a number that is compared with nothing, and items of two lists that have nothing to do with each other. */
function requireMeaning(condition: Condition): void {
  if (listAlone(condition).some(isCalculation))
    throw new ConditionError("A calculation is compared with a value, such as == 0.");
  const [longest = [], ...others] = singleExpressionsIn(condition)
    .flatMap((each) => ("pointer" in each ? [listsOf(each)] : []))
    .sort((one, other) => other.length - one.length);
  const stray = others.find((lists) => lists.some((list, index) => list !== longest[index]));
  if (stray !== undefined)
    throw new ConditionError("All * of a condition are in one list; functions such as sum may name others.");
}

/** Lists the operands that are conditions by themselves. */
function listAlone(condition: Condition): Operand[] {
  if (condition.kind === "both" || condition.kind === "either")
    return [...listAlone(condition.left), ...listAlone(condition.right)];
  if (condition.kind === "not") return listAlone(condition.of);
  return condition.kind === "holds" ? [condition.operand] : [];
}

/** Lists the lists whose items an expression goes through, the outer ones first. */
function listsOf(expression: Extract<Expression, { readonly pointer: string }>): string[] {
  const parts = expression.pointer.split(/\/\*(?=\/|$)/);
  const root = expression.from === "result" ? expression.member : expression.from;
  return parts.slice(0, -1).map((_, index) => [root, ...parts.slice(0, index + 1)].join("/*"));
}

/** The words of a condition, and how far they are read. */
class Words {
  readonly #words: readonly string[];
  position = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  get next(): string | undefined {
    return this.#words[this.position];
  }

  consume(wanted: string): boolean {
    if (this.next !== wanted) return false;
    this.position++;
    return true;
  }

  /** Takes the next word if it is one of these. */
  consumeOneOf<Word extends string>(wanted: readonly Word[]): Word | undefined {
    return wanted.find((word) => this.consume(word));
  }

  /** Takes the next word. @throws ConditionError if there is none */
  take(): string {
    const word = this.next;
    if (word === undefined) throw new ConditionError("It ends in place of a value.");
    this.position++;
    return word;
  }

  /** @throws ConditionError if the next word is another one */
  expect(wanted: string, detail: string): void {
    if (!this.consume(wanted)) throw new ConditionError(detail);
  }

  /** @throws ConditionError if the value in the brackets does not end here */
  closeBracket(): void {
    const isCompared = comparisons.some((operator) => operator === this.next);
    this.expect(
      ")",
      isCompared
        ? "A comparison is not compared again: join comparisons with && and ||."
        : "A bracket is not closed.",
    );
  }
}

function readEither(words: Words): Condition {
  let left = readBoth(words);
  while (words.consume("||")) left = { kind: "either", left, right: readBoth(words) };
  return left;
}

function readBoth(words: Words): Condition {
  let left = readSingle(words);
  while (words.consume("&&")) left = { kind: "both", left, right: readSingle(words) };
  return left;
}

function readSingle(words: Words): Condition {
  if (words.consume("!")) return { kind: "not", of: readSingle(words) };
  return (words.next === "(" && readInBrackets(words)) || readComparison(words);
}

const afterNumbers: readonly (string | undefined)[] = [...comparisons, "+", "-", "*", "/"];

/** Reads a condition in brackets; undefined if the brackets are those of a number. */
function readInBrackets(words: Words): Condition | undefined {
  const start = words.position;
  words.consume("(");
  const inner = readEither(words);
  words.closeBracket();
  if (!afterNumbers.includes(words.next)) return inner;
  words.position = start;
  return undefined;
}

function readComparison(words: Words): Condition {
  const left = readSum(words);
  const operator = words.consumeOneOf(comparisons);
  return operator
    ? { kind: "compare", operator, left, right: readSum(words) }
    : { kind: "holds", operand: left };
}

function readSum(words: Words): Operand {
  let left = readProduct(words);
  for (;;) {
    const operator = words.consumeOneOf(["+", "-"]);
    if (operator === undefined) return left;
    left = { kind: "arithmetic", operator, left, right: readProduct(words) };
  }
}

function readProduct(words: Words): Operand {
  let left = readOperand(words);
  for (;;) {
    const operator = words.consumeOneOf(["*", "/"]);
    if (operator === undefined) return left;
    left = { kind: "arithmetic", operator, left, right: readOperand(words) };
  }
}

function readOperand(words: Words): Operand {
  if (words.consume("(")) {
    const inner = readSum(words);
    words.closeBracket();
    return inner;
  }
  if (words.consume("-"))
    return {
      kind: "arithmetic",
      operator: "-",
      left: { kind: "literal", value: 0 },
      right: readOperand(words),
    };
  if (words.consume("seconds")) return readSeconds(words);
  const rounded = words.consumeOneOf(functions);
  if (rounded !== undefined) return readRounded(rounded, words);
  const how = words.consumeOneOf(aggregates);
  return how === undefined ? parseOperand(words.take()) : readAggregate(how, words);
}

/** Reads the brackets of a time: `(VALUE)`. */
function readSeconds(words: Words): Operand {
  words.expect("(", "Write the time in brackets: seconds(TIME).");
  const of = parseOperand(words.take());
  words.closeBracket();
  return { kind: "seconds", of };
}

/** Reads the brackets of a function: `(VALUE)` or `(VALUE, DIGITS)`. */
function readRounded(how: (typeof functions)[number], words: Words): Operand {
  words.expect("(", `Write what ${how} rounds in brackets: ${how}(VALUE, DIGITS).`);
  const of = readSum(words);
  const digits = words.consume(",") ? Number(words.take()) : 0;
  if (!(Number.isInteger(digits) && digits >= 0 && digits <= 12))
    throw new ConditionError(`${how} rounds to 0 to 12 digits after the point.`);
  words.closeBracket();
  return { kind: "rounded", how, of, digits };
}

/** Reads the brackets of a function over all items: `(VALUE)`, whose expressions have a `*`. */
function readAggregate(how: (typeof aggregates)[number], words: Words): Operand {
  const example = `${how}($result.structuredContent#/lines/*/total)`;
  words.expect("(", `Write the items in brackets: ${example}.`);
  const of = readSum(words);
  words.closeBracket();
  const places = singleExpressionsOf(of).map((each) => ("pointer" in each ? each.pointer : ""));
  if (!places.some((pointer) => /\/\*(\/|$)/.test(pointer)))
    throw new ConditionError(`${how} is about all items at a place with *: ${example}.`);
  return { kind: "aggregate", how, of };
}

/** Reads a condition, or returns why it cannot be read. */
export function readCondition(text: string): Condition | ConditionError {
  return orMistake(() => parseCondition(text));
}

/** Reads a calculation, or returns why it cannot be read. */
export function readCalculation(text: string): Operand | ConditionError {
  return orMistake(() => parseCalculation(text));
}

function orMistake<Read>(read: () => Read): Read | ConditionError {
  try {
    return read();
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
    const word = match[1]!;
    // Behind a value, `-2` takes 2 away.
    if (/^-\d/.test(word) && endsValue(tokens.at(-1))) tokens.push("-", word.slice(1));
    else tokens.push(word);
  }
  return tokens;
}

/** Whether a word ends a value, so that an operator follows it. */
function endsValue(word: string | undefined): boolean {
  return word !== undefined && /^(?:['$\d)]|-\d|true$|false$|null$)/.test(word);
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
