/** Rules about the conditions that results of tools meet (`invariants`). */
import { expressionsIn, holds, type Json, leavesOut } from "@toolwright/conformance/cases";
import type { Resolver } from "@toolwright/json-schema";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Invariant } from "../../model/behaviour.ts";
import type { Tool } from "../../model/operation.ts";
import { locationBelow } from "../../resolve/limits.ts";
import { ConditionError, parseCondition, readCondition } from "../../scenarios/condition.ts";
import { resolver } from "../../schema/roots.ts";
import type { Rule } from "../rule.ts";
import { describeMisplaced, isPlaceOfOutput } from "./expression-places.ts";

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
  const named = { tool: tool.name, input: tool.input, output: tool.output };
  const mistakes = expressions.flatMap((expression) => describeMisplaced(expression, named, resolve) ?? []);
  const isOfOutput = mistakes.length > 0 || expressions.some(isPlaceOfOutput);
  return [...mistakes, ...(isOfOutput ? [] : ["It has no place of the output."])].map((detail) => ({
    at,
    detail,
  }));
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
