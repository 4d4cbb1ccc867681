/** Evaluates the criteria of scenarios (Arazzo 1.0, "Criterion Object"). */
import { holds } from "../../cases/conditions.ts";
import { expressionsIn } from "../../cases/each-item.ts";
import { evaluate, type Scope, showValues } from "../../cases/expressions.ts";
import { isFoundAt } from "../../cases/json-path.ts";
import type { CriterionRule, Expression } from "../../cases/workflows.ts";

export function isMet(criterion: CriterionRule, scope: Scope): boolean {
  if (criterion.type === "simple") return holds(criterion.condition, scope);
  const value = evaluate(criterion.context, scope);
  if (value === undefined) return false;
  return criterion.type === "regex"
    ? new RegExp(criterion.pattern, "u").test(typeof value === "string" ? value : JSON.stringify(value))
    : isFoundAt(criterion.path, value);
}

export function listExpressions(criterion: CriterionRule): readonly Expression[] {
  return criterion.type === "simple" ? expressionsIn(criterion.condition) : [criterion.context];
}

/** Describes the values of the expressions of a criterion, to explain why it is not met. */
export function describeValues(criterion: CriterionRule, scope: Scope): string {
  return showValues(listExpressions(criterion), scope);
}
