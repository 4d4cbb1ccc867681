/** Lists the expressions and conditions of a workflow. */
import {
  type Condition,
  type Expression,
  expressionsIn,
  jsonPathProblem,
  namedSteps,
} from "@toolwright/conformance/cases";
import { toPointer } from "@toolwright/runtime/json";
import type { SpecLocation } from "../../diagnostics/diagnostic.ts";
import type { Criterion, Step, Workflow } from "../../model/scenario.ts";
import { keyBelow, locationBelow } from "../../resolve/limits.ts";
import { ConditionError, isExpression, parseCondition, parseExpression } from "../../scenarios/condition.ts";

/** An expression, or a condition that contains some, and the steps that have run when it is evaluated. */
export interface ExpressionUse {
  readonly text: string;
  readonly at: SpecLocation;
  /** The steps that have run; with `ofResult` the expression may refer to the result of the last one. */
  readonly done: readonly Step[];
  readonly ofResult: boolean;
  readonly read: (text: string) => readonly Expression[];
  /** The context of a condition, without which nothing can be said about it. */
  readonly within?: Expression;
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

type FoundExpression = Pick<ExpressionUse, "text" | "at"> & Partial<Pick<ExpressionUse, "read" | "within">>;

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
  const place = locationBelow(at, ["context"]);
  if (type === "simple") {
    const read = (text: string) => expressionsIn(simpleCondition(text));
    return [{ ...own, read }, ...(context === undefined ? [] : [needless(context, place)])];
  }
  if (context === undefined) return [needed(locationBelow(at, ["type"]))];
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

/** The context does nothing, since the expressions of a simple condition say what they are about. */
function needless(text: string, at: SpecLocation): FoundExpression {
  return complaint(text, keyBelow(at), "Only a condition of type regex or jsonpath has a context.");
}

/** A condition of these types needs a context that it is evaluated on. */
function needed(at: SpecLocation): FoundExpression {
  return complaint("", at, "A condition of this type needs a context.");
}

function complaint(text: string, at: SpecLocation, detail: string): FoundExpression {
  const read = (): never => {
    throw new ConditionError(detail);
  };
  return { text: text.replaceAll("$", ""), at, read };
}

/** What a JSONPath names one by one is below its context. */
function listPlaces(text: string, within: Expression | undefined): readonly Expression[] {
  const problem = jsonPathProblem(text);
  if (problem !== undefined) throw new ConditionError(`It is no JSONPath (RFC 9535): ${problem}.`);
  if (within?.from !== "result") return [];
  return [{ ...within, pointer: within.pointer + toPointer(namedSteps(text)) }];
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
