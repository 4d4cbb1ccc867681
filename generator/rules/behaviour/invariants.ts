/** Rules about the conditions that results of tools meet (`invariants`). */
import { type Expression, expressionsIn, holds } from "@toolwright/conformance/cases";
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
      "An invariant is a condition on places of the output, such as `$result.structuredContent#/left >= 0`.",
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
  if (expressions.length === 0) return [{ at, detail: "It has no place of the output." }];
  return expressions.flatMap((expression) => {
    const detail = describeMistake(expression, tool, resolve);
    return detail === undefined ? [] : [{ at, detail }];
  });
}

function describeMistake(
  expression: Expression,
  { name, output }: Tool,
  resolve: Resolver,
): string | undefined {
  if (expression.from !== "result" || expression.member !== "structuredContent")
    return "It has only places of the output: $result.structuredContent#/POINTER.";
  const schemas = output ? schemasAt(rootNode(output), pointerSteps(expression.pointer), resolve) : [];
  return schemas.length > 0 ? undefined : `The output of ${name} has nothing at ${expression.pointer}.`;
}

/** Finds the first example whose result does not meet an invariant. */
function findBroken({ text, at }: Invariant, { examples }: Tool): Violation[] {
  const condition = parseCondition(text);
  const isMet = (structuredContent: unknown) =>
    holds(condition, { inputs: {}, outputs: {}, result: { structuredContent } as never });
  const broken = examples.find(({ output }) => output !== undefined && !isMet(output));
  if (broken === undefined) return [];
  const related = [{ at, message: "The invariant is here." }];
  return [{ at: locationBelow(broken.at, ["output"]), detail: `It does not meet ${text}.`, related }];
}
