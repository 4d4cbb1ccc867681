/** Lists the expressions and conditions of a workflow. */
import {
  type Condition,
  type Expression,
  expressionsIn,
  jsonPathProblem,
  namedSteps,
} from "@toolwright/conformance/cases";
import { toPointer } from "@toolwright/runtime/json";
import type { Path, SpecLocation } from "../../diagnostics/diagnostic.ts";
import type { Criterion, Step, Workflow } from "../../model/scenario.ts";
import { keyBelow, locationBelow } from "../../resolve/limits.ts";
import { ConditionError, parseCondition } from "../../scenarios/condition.ts";
import { isExpression, parseExpression } from "../../scenarios/expression.ts";

/** An expression, or a condition that contains some, and the steps that have run when it is evaluated. */
export interface ExpressionUse {
  readonly text: string;
  readonly at: SpecLocation;
  /** The steps that have run; with `ofResult` the expression may refer to the result of the last one. */
  readonly done: readonly Step[];
  readonly ofResult: boolean;
  readonly read: (text: string) => readonly Expression[];
  /** The context of a condition; without it, the condition cannot be checked. */
  readonly within?: Expression;
}

/** The expressions and conditions of a workflow, in the order in which they are evaluated. */
export function expressionUses({ steps, outputs, at }: Workflow): ExpressionUse[] {
  const ofSteps = steps.flatMap((step, index) => {
    const below = (...path: Path) => locationBelow(step.at, path);
    const inPayload = [
      ...expressionsWithin(step.payload, below("requestBody", "payload")),
      ...step.unchanged.flatMap(({ payload, at: place }) =>
        expressionsWithin(payload, locationBelow(place, ["payload"])),
      ),
    ];
    const inCriteria = step.successCriteria.flatMap((criterion, position) =>
      expressionsInCriterion(criterion, below("successCriteria", position)),
    );
    return [
      ...usesAfter(steps.slice(0, index), false, inPayload),
      ...usesAfter(steps.slice(0, index + 1), true, [
        ...inCriteria,
        ...entriesAt(step.outputs, below("outputs")),
      ]),
    ];
  });
  return [...ofSteps, ...usesAfter(steps, false, entriesAt(outputs, locationBelow(at, ["outputs"])))];
}

type FoundExpression = Pick<ExpressionUse, "text" | "at"> & Partial<Pick<ExpressionUse, "read" | "within">>;

function usesAfter(
  done: readonly Step[],
  ofResult: boolean,
  found: readonly FoundExpression[],
): ExpressionUse[] {
  return found.map((each) => ({ done, ofResult, read: oneExpression, ...each }));
}

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

function expressionsInCriterion(
  { type, condition, context }: Criterion,
  at: SpecLocation,
): readonly FoundExpression[] {
  const own = { text: condition, at: locationBelow(at, ["condition"]) };
  const place = locationBelow(at, ["context"]);
  if (type === "simple") {
    const read = (text: string) => expressionsIn(simpleCondition(text));
    const needless = "Only a condition of type regex or jsonpath has a context.";
    return [
      { ...own, read },
      ...(context === undefined ? [] : [complaint(context, keyBelow(place), needless)]),
    ];
  }
  if (context === undefined)
    return [complaint("", locationBelow(at, ["type"]), "A condition of this type needs a context.")];
  const within = parseExpression(context);
  const read = type === "regex" ? regularExpression : (text: string) => listPlaces(text, within);
  return [
    { text: context, at: place },
    { ...own, read, ...(within && { within }) },
  ];
}

function simpleCondition(text: string): Condition {
  if (!/^\$[.[]/.test(text)) return parseCondition(text);
  throw new ConditionError("This is a JSONPath: write type: jsonpath, and the context that it is about.");
}

function complaint(text: string, at: SpecLocation, detail: string): FoundExpression {
  const read = (): never => {
    throw new ConditionError(detail);
  };
  return { text: text.replaceAll("$", ""), at, read };
}

/** A JSONPath with single steps names a place below its context. */
function listPlaces(text: string, within: Expression | undefined): readonly Expression[] {
  const problem = jsonPathProblem(text);
  if (problem !== undefined) throw new ConditionError(`It is not a JSONPath (RFC 9535): ${problem}.`);
  if (within?.from !== "result") return [];
  return [{ ...within, pointer: within.pointer + toPointer(namedSteps(text)) }];
}

function regularExpression(text: string): readonly Expression[] {
  try {
    new RegExp(text, "u");
    return [];
  } catch {
    throw new ConditionError("It is not an ECMAScript regular expression with the u flag.");
  }
}

function oneExpression(text: string): readonly Expression[] {
  const expression = parseExpression(text);
  if (expression) return [expression];
  throw new ConditionError(`${JSON.stringify(text)} is not an expression.`);
}
