/**
 * Price lists: formulas that add up an amount for each answer, as an order form or a test of points needs them. The form has only the
 * formula; a price list is a way to write and to read formulas of this shape:
 * `round(score(size, 's': 4, 'l': 5.5) * cups + if(answered(guests), guests * 12, 0) + 3, 2)`.
 */
import { chain, type Expression, type Operation, type Term } from "../../../forms/answers/expression.ts";
import { parseFormula } from "../../../forms/answers/formula/parse.ts";
import { printFormula } from "../../../forms/answers/formula/print.ts";

/** The amounts that the answer to a question adds. */
export interface Price {
  readonly field: string;
  /** The amount of each choice by its id; or a number: the amount of one, where the answer is a number. */
  readonly amount: Readonly<Record<string, number>> | number;
  /** The question whose number multiplies the amount of the chosen. */
  readonly times?: string | undefined;
  /** Whether the formula has a value without the answers that are numbers, which then cost nothing. */
  readonly isOptional: boolean;
}

export interface PriceList {
  readonly prices: readonly Price[];
  /** The amount that is always added. */
  readonly fixed: number;
  /** The digits after the point to which the sum is rounded, and shown; undefined: it is not rounded. */
  readonly digits: number | undefined;
}

/** The digits of amounts of money. */
const MONEY_DIGITS = 2;

/** Reads a formula as a price list. @returns undefined: it has another shape */
export function readPriceList(formula: string): PriceList | undefined {
  const read = parseFormula(formula);
  if ("mistake" in read) return undefined;
  const { sum, digits } = withoutRounding(read.tree);
  const list = { prices: [] as Price[], fixed: 0 };
  for (const { sign, of } of addends(sum)) {
    const part = readConstant(of) ?? (sign === "+" ? readPrice(of) : undefined);
    if (part === undefined) return undefined;
    if (typeof part !== "number") list.prices.push(part);
    else list.fixed += sign === "+" ? part : -part;
  }
  return { ...list, digits };
}

/** Writes a price list as a formula. Amounts with a fraction are rounded as money is, unless the list has digits of its own. */
export function writePriceList({ prices, fixed, digits }: PriceList): string {
  const terms: Term[] = prices.map((price) => ({ sign: "+", of: writePrice(price) }));
  if (fixed !== 0 || terms.length === 0)
    terms.push({ sign: fixed < 0 ? "-" : "+", of: terms.length === 0 ? fixed : Math.abs(fixed) });
  const [first, ...rest] = terms;
  const sum = chain(first!.of, rest);
  const amounts = [fixed, ...prices.flatMap(({ amount }) => amountsOf(amount))];
  const rounded = digits ?? (amounts.every(Number.isInteger) ? undefined : MONEY_DIGITS);
  return printFormula(rounded === undefined ? sum : { op: "round", arg: sum, digits: rounded });
}

function amountsOf(amount: Price["amount"]): readonly number[] {
  return typeof amount === "number" ? [amount] : Object.values(amount);
}

function withoutRounding(tree: Expression): { sum: Expression; digits: number | undefined } {
  if (!isOperation(tree, "round") || (tree.mode ?? "nearest") !== "nearest")
    return { sum: tree, digits: undefined };
  return { sum: tree.arg, digits: tree.digits ?? 0 };
}

function isOperation<Op extends Operation["op"]>(
  tree: Expression,
  op: Op,
): tree is Extract<Operation, { op: Op }> {
  return typeof tree === "object" && "op" in tree && tree.op === op;
}

function addends(tree: Expression): readonly Term[] {
  const isSum = isOperation(tree, "chain") && tree.rest.every(({ sign }) => sign === "+" || sign === "-");
  return isSum ? [{ sign: "+", of: tree.first }, ...tree.rest] : [{ sign: "+", of: tree }];
}

/** The operands of a product. */
function factors(tree: Expression): readonly Expression[] {
  const isProduct = isOperation(tree, "chain") && tree.rest.every(({ sign }) => sign === "*");
  return isProduct ? [tree.first, ...tree.rest.map(({ of }) => of)] : [tree];
}

/** The value of a number, or of a product of numbers: the removal of a question leaves such ones. */
function readConstant(tree: Expression): number | undefined {
  const numbers = factors(tree).filter((factor) => typeof factor === "number");
  return numbers.length === factors(tree).length ? numbers.reduce((left, right) => left * right) : undefined;
}

function readPrice(tree: Expression): Price | undefined {
  if (!isOperation(tree, "if")) return readProduct(tree);
  const { condition, then, else: without } = tree;
  const price = without === 0 ? readProduct(then) : undefined;
  const counted = price && countedField(price);
  const isGuard = "field" in condition && condition.op === "answered" && condition.field === counted;
  return price && isGuard ? { ...price, isOptional: true } : undefined;
}

/** The question without whose number the price has no value. */
function countedField({ field, amount, times }: Price): string | undefined {
  return typeof amount === "number" ? field : times;
}

function readProduct(tree: Expression): Price | undefined {
  const [first, second, ...others] = factors(tree);
  if (others.length > 0) return undefined;
  return readPair(first!, second) ?? (second === undefined ? undefined : readPair(second, first));
}

function readPair(left: Expression, right: Expression | undefined): Price | undefined {
  const factor = right === undefined ? undefined : fieldOf(right);
  if (isOperation(left, "score")) {
    const price = { field: left.field, amount: left.points, isOptional: false };
    if (right === undefined) return price;
    return factor === undefined ? undefined : { ...price, times: factor };
  }
  if (right === undefined) {
    const field = fieldOf(left);
    return field === undefined ? undefined : { field, amount: 1, isOptional: false };
  }
  return typeof left === "number" && factor !== undefined
    ? { field: factor, amount: left, isOptional: false }
    : undefined;
}

function fieldOf(tree: Expression): string | undefined {
  return typeof tree === "object" && !("op" in tree) ? tree.field : undefined;
}

function writePrice(price: Price): Expression {
  const { field, amount, times, isOptional } = price;
  const product: Expression =
    typeof amount === "number"
      ? chain({ field }, [{ sign: "*", of: amount }])
      : chain({ op: "score", field, points: amount }, times ? [{ sign: "*", of: { field: times } }] : []);
  const counted = countedField(price);
  if (!isOptional || counted === undefined) return product;
  return { op: "if", condition: { field: counted, op: "answered" }, then: product, else: 0 };
}
