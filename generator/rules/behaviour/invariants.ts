/** Rules about the conditions that results of tools meet (`invariants`). */
import { type Expression, expressionsIn, holds, type Json, leavesOut } from "@toolwright/conformance/cases";
import { pointerSteps, type Resolver, rootNode } from "@toolwright/json-schema";
import { schemasAt } from "@toolwright/json-schema/graph";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Invariant } from "../../model/behaviour.ts";
import type { Tool } from "../../model/model.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { ConditionError, parseCondition, readCondition } from "../../scenarios/condition.ts";
import { resolver } from "../../schema/roots.ts";
import type { Rule } from "../rule.ts";

export const invariantRules: readonly Rule[] = [
  {
    code: "invariant-condition",
    sentence:
      "An invariant is a condition on places of the output, and maybe arguments, such as `$result.structuredContent#/left >= 0`.",
    violations: (model) =>
      model.tools.flatMap((tool) =>
        tool.behaviour.invariants.flatMap((invariant) => findMistake(invariant, tool, resolver(model))),
      ),
  },
  {
    code: "invariant-example",
    sentence: "The results of examples meet the invariants of their tool.",
    violations: (model) =>
      model.tools.flatMap((tool) =>
        tool.behaviour.invariants
          .filter((invariant) => findMistake(invariant, tool, resolver(model)).length === 0)
          .flatMap((invariant) => findBroken(invariant, tool)),
      ),
  },
];

function findMistake({ text, at }: Invariant, tool: Tool, resolve: Resolver): Violation[] {
  const condition = readCondition(text);
  if (condition instanceof ConditionError) return [{ at, detail: condition.message }];
  const expressions = expressionsIn(condition);
  const mistakes = expressions.flatMap((expression) => describeMistake(expression, tool, resolve) ?? []);
  const isOfOutput = mistakes.length > 0 || expressions.some(isPlaceOfOutput);
  return [...mistakes, ...(isOfOutput ? [] : ["It has no place of the output."])].map((detail) => ({
    at,
    detail,
  }));
}

function describeMistake(
  expression: Expression,
  { name, input, output }: Tool,
  resolve: Resolver,
): string | undefined {
  const isArgument = expression.from === "request";
  if (!isArgument && !isPlaceOfOutput(expression))
    return "It has only places of the output, $result.structuredContent#/POINTER, and arguments, $request.body#/POINTER.";
  const root = isArgument ? input : output;
  const schemas = root ? schemasAt(rootNode(root), pointerSteps(expression.pointer), resolve) : [];
  if (schemas.length > 0) return undefined;
  return `The ${isArgument ? "input" : "output"} of ${name} has nothing at ${expression.pointer}.`;
}

function isPlaceOfOutput(expression: Expression): expression is Extract<Expression, { from: "result" }> {
  return expression.from === "result" && expression.member === "structuredContent";
}

/** Finds the first example whose result does not meet an invariant. */
function findBroken({ text, at }: Invariant, { examples }: Tool): Violation[] {
  const condition = parseCondition(text);
  const isMet = (request: Json, structuredContent: Json) =>
    // Where a call leaves out an argument, the condition says nothing.
    leavesOut(condition, request) ||
    holds(condition, { inputs: {}, outputs: {}, request, result: { structuredContent } });
  const broken = examples.find(
    ({ input, output }) => output !== undefined && !isMet(input as Json, output as Json),
  );
  if (broken === undefined) return [];
  const related = [{ at, message: "The invariant is here." }];
  return [{ at: locationBelow(broken.at, ["output"]), detail: `It does not meet ${text}.`, related }];
}
