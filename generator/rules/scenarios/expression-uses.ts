/** Lists the expressions and conditions of a workflow. */
import type { SpecLocation } from "../../diagnostics/diagnostic.ts";
import type { Criterion, Step, Workflow } from "../../model/scenario.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { ConditionError, expressionsIn, parseCondition } from "../../scenarios/condition.ts";
import { type Expression, isExpression, parseExpression } from "../../scenarios/expression.ts";

/** An expression, or a condition that contains some, and the steps that have run when it is evaluated. */
export interface ExpressionUse {
  readonly text: string;
  readonly at: SpecLocation;
  /** The steps that have run; with `ofResult` the expression may refer to the result of the last one. */
  readonly done: readonly Step[];
  readonly ofResult: boolean;
  readonly read: (text: string) => readonly Expression[];
}

/** The expressions and conditions of a workflow, in the order in which they are evaluated. */
export function expressionUses({ steps, outputs, at }: Workflow): ExpressionUse[] {
  const ofSteps = steps.flatMap((step, index) => {
    const before = { done: steps.slice(0, index), ofResult: false, read: oneExpression };
    const after = { done: steps.slice(0, index + 1), ofResult: true, read: oneExpression };
    return [
      ...expressionsWithin(step.payload, locationBelow(step.at, ["requestBody", "payload"])).map((found) => ({
        ...found,
        ...before,
      })),
      ...step.successCriteria.flatMap((criterion, position) =>
        inCriterion(criterion, locationBelow(step.at, ["successCriteria", position])).map((found) => ({
          ...after,
          ...found,
        })),
      ),
      ...entriesAt(step.outputs, locationBelow(step.at, ["outputs"])).map((found) => ({
        ...found,
        ...after,
      })),
    ];
  });
  const ofWorkflow = entriesAt(outputs, locationBelow(at, ["outputs"])).map((found) => ({
    ...found,
    done: steps,
    ofResult: false,
    read: oneExpression,
  }));
  return [...ofSteps, ...ofWorkflow];
}

type FoundExpression = Pick<ExpressionUse, "text" | "at"> & Partial<Pick<ExpressionUse, "read">>;

function expressionsWithin(value: unknown, at: SpecLocation): FoundExpression[] {
  if (isExpression(value)) return [{ text: value, at }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    expressionsWithin(child, locationBelow(at, [Array.isArray(value) ? Number(key) : key])),
  );
}

function entriesAt(map: Readonly<Record<string, string>>, at: SpecLocation): FoundExpression[] {
  return Object.entries(map).map(([name, text]) => ({ text, at: locationBelow(at, [name]) }));
}

function inCriterion({ type, condition, context }: Criterion, at: SpecLocation): readonly FoundExpression[] {
  const own = { text: condition, at: locationBelow(at, ["condition"]) };
  const ofContext = context === undefined ? [] : [{ text: context, at: locationBelow(at, ["context"]) }];
  switch (type) {
    case "simple":
      return [{ ...own, read: (text) => expressionsIn(parseCondition(text)) }, ...ofContext];
    case "regex":
      return [{ ...own, read: regularExpression }, ...needed(ofContext, at)];
    case "jsonpath":
      return needed(ofContext, at);
  }
}

/** A condition of these types needs a context that it is evaluated on. */
function needed(ofContext: readonly FoundExpression[], at: SpecLocation): readonly FoundExpression[] {
  const complain = (): never => {
    throw new ConditionError("A condition of this type needs a context.");
  };
  return ofContext.length > 0 ? ofContext : [{ text: "", at: locationBelow(at, ["type"]), read: complain }];
}

function regularExpression(text: string): readonly Expression[] {
  try {
    new RegExp(text, "u");
    return [];
  } catch {
    throw new ConditionError("It is no regular expression of ECMAScript, with the u flag.");
  }
}

function oneExpression(text: string): readonly Expression[] {
  const expression = parseExpression(text);
  if (expression) return [expression];
  throw new ConditionError(`${JSON.stringify(text)} is no expression.`);
}
