/** Writes conditions and calculations with `*` in their pointers out for each item of the list. */
import type { Json } from "./edits.ts";
import { evaluate, type Scope } from "./expressions.ts";
import type { Comparison, Condition, Expression, Operand } from "./workflows.ts";

/** An expression whose pointer ends before the `*` that stands for the items. */
type ItemList = Extract<Expression, { readonly pointer: string }>;

/** Returns the condition for each item; itself if no pointer has a `*`, and nothing if the list is empty or missing. */
export function writeOut(condition: Condition, scope: Scope): Condition[] {
  const list = findItemList(singleExpressionsIn(condition));
  if (list === undefined) return [condition];
  return listKeys(evaluate(list, scope)).flatMap((key) =>
    writeOut(
      mapOperands(condition, (operand) => chooseItem(operand, list, key)),
      scope,
    ),
  );
}

/** Returns an operand for each item, as `writeOut` does. */
export function spread(operand: Operand, scope: Scope): Operand[] {
  const list = findItemList(singleExpressionsOf(operand));
  if (list === undefined) return [operand];
  return listKeys(evaluate(list, scope)).flatMap((key) => spread(chooseItem(operand, list, key), scope));
}

/**
 * Returns an operand about one item of lists: wherever it goes through the same lists as a pattern, it has the items of the pointer.
 * @param pointer a place that the pattern matches in the arguments (`request`) or in the structured content
 */
export function chooseItems(
  operand: Operand,
  from: "request" | "result",
  { pattern, pointer }: { readonly pattern: string; readonly pointer: string },
): Operand {
  const before = beforeStar(pattern);
  if (before === undefined) return operand;
  const key = pointer.slice(before.length + 1).split("/")[0]!;
  const list: ItemList =
    from === "request" ? { from, pointer: before } : { from, member: "structuredContent", pointer: before };
  const rest = pattern.slice(before.length + "/*".length);
  return chooseItems(chooseItem(operand, list, key), from, { pattern: `${before}/${key}${rest}`, pointer });
}

/** Lists all expressions of a condition. */
export function expressionsIn(condition: Condition): Expression[] {
  return operandsIn(condition).flatMap(expressionsOf);
}

/** Lists the expressions of a condition that stand for one value, for each item if they have a `*`: all but those within `sum` and the like. */
export function singleExpressionsIn(condition: Condition): Expression[] {
  return operandsIn(condition).flatMap(singleExpressionsOf);
}

/** Lists all expressions of an operand. */
function expressionsOf(operand: Operand): Expression[] {
  return operand.kind === "aggregate" ? expressionsOf(operand.of) : ownExpressions(operand, expressionsOf);
}

/** Lists the comparisons of a condition. */
export function comparisonsIn(condition: Condition): Comparison[] {
  switch (condition.kind) {
    case "both":
    case "either":
      return [...comparisonsIn(condition.left), ...comparisonsIn(condition.right)];
    case "not":
      return comparisonsIn(condition.of);
    case "compare":
      return [condition];
    case "holds":
      return [];
  }
}

/** Lists the expressions of an operand that stand for one value. */
export function singleExpressionsOf(operand: Operand): Expression[] {
  return ownExpressions(operand, singleExpressionsOf);
}

function ownExpressions(operand: Operand, within: (part: Operand) => Expression[]): Expression[] {
  switch (operand.kind) {
    case "expression":
      return [operand.expression];
    case "arithmetic":
      return [...within(operand.left), ...within(operand.right)];
    case "rounded":
    case "seconds":
      return within(operand.of);
    case "literal":
    case "aggregate":
      return [];
  }
}

/** Returns the first list through whose items one of the expressions goes. */
function findItemList(expressions: readonly Expression[]): ItemList | undefined {
  for (const expression of expressions) {
    const pointer = "pointer" in expression ? beforeStar(expression.pointer) : undefined;
    if ("pointer" in expression && pointer !== undefined) return { ...expression, pointer };
  }
  return undefined;
}

/** Returns the part of a pointer before its first step `*`. */
function beforeStar(pointer: string): string | undefined {
  const at = /\/\*(?=\/|$)/.exec(pointer)?.index;
  return at === undefined ? undefined : pointer.slice(0, at);
}

/** Lists the steps to the items of a list, or to the entries of a map. */
function listKeys(list: Json | undefined): string[] {
  if (typeof list !== "object" || list === null) return [];
  return Object.keys(list).map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Puts the step to an item in the place of the first `*` of its list, in functions, too. */
function chooseItem(operand: Operand, list: ItemList, key: string): Operand {
  const choose = (part: Operand) => chooseItem(part, list, key);
  switch (operand.kind) {
    case "literal":
      return operand;
    case "expression":
      return { ...operand, expression: stepInto(operand.expression, list, key) };
    case "arithmetic":
      return { ...operand, left: choose(operand.left), right: choose(operand.right) };
    case "rounded":
    case "seconds":
    case "aggregate":
      return { ...operand, of: choose(operand.of) };
  }
}

function stepInto(expression: Expression, list: ItemList, key: string): Expression {
  if (!("pointer" in expression) || beforeStar(expression.pointer) !== list.pointer) return expression;
  const memberOf = (each: Expression) => (each.from === "result" ? each.member : undefined);
  if (expression.from !== list.from || memberOf(expression) !== memberOf(list)) return expression;
  const rest = expression.pointer.slice(list.pointer.length + "/*".length);
  return { ...expression, pointer: `${list.pointer}/${key}${rest}` };
}

/** Lists the operands of all comparisons in a condition. */
function operandsIn(condition: Condition): Operand[] {
  switch (condition.kind) {
    case "both":
    case "either":
      return [...operandsIn(condition.left), ...operandsIn(condition.right)];
    case "not":
      return operandsIn(condition.of);
    case "compare":
      return [condition.left, condition.right];
    case "holds":
      return [condition.operand];
  }
}

function mapOperands(condition: Condition, map: (operand: Operand) => Operand): Condition {
  const within = (part: Condition) => mapOperands(part, map);
  switch (condition.kind) {
    case "both":
    case "either":
      return { ...condition, left: within(condition.left), right: within(condition.right) };
    case "not":
      return { ...condition, of: within(condition.of) };
    case "compare":
      return { ...condition, left: map(condition.left), right: map(condition.right) };
    case "holds":
      return { ...condition, operand: map(condition.operand) };
  }
}
