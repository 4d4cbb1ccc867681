/**
 * Reduces formulas and conditions to the parts that depend on answers that can still change. The result does not reveal the
 * other answers.
 */
import type { Answers } from "./answer.ts";
import { evaluate, leafHolds } from "./calculation.ts";
import { remainingCondition } from "./condition.ts";
import { type Expression, fieldsIn, MISSING, type Predicate } from "./expression.ts";

/** A formula and the id of its result. */
export interface CompiledCalculation {
  readonly id: string;
  readonly expression: Expression;
}

/**
 * Returns the calculations that can still change, in order, with the calculations that they depend on. Parts that depend only
 * on other answers are replaced by their values, so the result contains no earlier answers and can be sent to the browser.
 * @param wanted ids of the calculations to include @param open ids of the fields that can still change
 */
export function openCalculations(
  calculations: readonly CompiledCalculation[],
  answers: Answers,
  wanted: ReadonlySet<string>,
  open: ReadonlySet<string>,
): CompiledCalculation[] {
  const changing = changingIds(calculations, open);
  const needed = new Set(wanted);
  for (const { id, expression } of calculations.toReversed())
    if (needed.has(id)) for (const used of listFields(expression)) needed.add(used);
  return calculations
    .filter(({ id }) => needed.has(id) && changing.has(id))
    .map(({ id, expression }) => ({ id, expression: remainingExpression(expression, answers, changing) }));
}

/** Ids of the fields that can still change, and of the calculations that depend on them. */
export function changingIds(
  calculations: readonly CompiledCalculation[],
  open: ReadonlySet<string>,
): Set<string> {
  const changing = new Set(open);
  for (const { id, expression } of calculations) if (dependsOn(expression, changing)) changing.add(id);
  return changing;
}

/** Returns the rest of a condition, or its value if it can no longer change. */
export function remainingPredicate(
  condition: Predicate,
  answers: Answers,
  open: ReadonlySet<string>,
): Predicate | boolean {
  return remainingCondition(condition, (leaf) => {
    if (!dependsOn(leaf, open)) return leafHolds(leaf, answers);
    if (!("left" in leaf)) return leaf;
    const part = (one: Expression) => remainingExpression(one, answers, open);
    return { ...leaf, left: part(leaf.left), right: part(leaf.right) };
  });
}

function remainingExpression(
  expression: Expression,
  answers: Answers,
  open: ReadonlySet<string>,
): Expression {
  if (!dependsOn(expression, open)) return evaluate(expression, answers) ?? MISSING;
  if (typeof expression === "number" || !("op" in expression)) return expression;
  const part = (one: Expression) => remainingExpression(one, answers, open);
  switch (expression.op) {
    case "chain": {
      const rest = expression.rest.map(({ sign, of }) => ({ sign, of: part(of) }));
      return { ...expression, first: part(expression.first), rest };
    }
    case "min":
    case "max":
      return { ...expression, args: expression.args.map(part) };
    case "round":
      return { ...expression, arg: part(expression.arg) };
    case "if": {
      const condition = remainingPredicate(expression.condition, answers, open);
      if (typeof condition === "boolean") return part(condition ? expression.then : expression.else);
      return { ...expression, condition, then: part(expression.then), else: part(expression.else) };
    }
    default:
      return expression;
  }
}

function dependsOn(tree: Expression | Predicate, ids: ReadonlySet<string>): boolean {
  for (const id of listFields(tree)) if (ids.has(id)) return true;
  return false;
}

/** Trees of formulas live as long as their cache, and each page asks this of every part: 8 times the time without. */
const knownFields = new WeakMap<object, ReadonlySet<string>>();
const NONE: ReadonlySet<string> = new Set();

function listFields(tree: Expression | Predicate): ReadonlySet<string> {
  if (typeof tree === "number") return NONE;
  const known = knownFields.get(tree);
  if (known !== undefined) return known;
  const fields = new Set(fieldsIn(tree));
  knownFields.set(tree, fields);
  return fields;
}
