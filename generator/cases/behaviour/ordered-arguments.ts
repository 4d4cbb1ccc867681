/** Finds arguments that invariants put in order: a thing that is made with both exchanged breaks the invariant. */
import {
  type Comparison,
  comparisonsIn,
  type Operand,
  type OrderedArguments,
} from "@toolwright/conformance/cases";
import type { Tool } from "../../model/model.ts";
import { parseCondition } from "../../scenarios/condition.ts";
import type { BehaviourContext } from "./context.ts";

/**
 * Returns pairs of arguments with which an entity is made or changed, and which a condition of a tool that makes or shows it compares
 * by their order, such as `starts_at` and `ends_at`. @param text the condition
 */
export function orderedArguments(
  text: string,
  { name }: Tool,
  context: BehaviourContext,
): readonly OrderedArguments[] {
  const { tools, entities } = context.model;
  const comparisons = comparisonsIn(parseCondition(text)).filter(({ operator }) => /[<>]/.test(operator));
  return entities.flatMap((entity) => {
    const { madeBy, observedBy } = entity;
    if (madeBy === undefined || (madeBy.tool !== name && !observedBy.includes(name))) return [];
    return tools.flatMap((tool) =>
      comparisons.flatMap((comparison): OrderedArguments | [] => {
        const pair = findPair(comparison, tool, context);
        if (pair === undefined) return [];
        if (tool.name === madeBy.tool) return { entity: entity.name, ...pair };
        const [id] = context.argumentsOf(entity, tool);
        const bases = context.listExamples(tool);
        if (id === undefined || id.includes("*") || tool.annotations?.readOnlyHint === true) return [];
        return { entity: entity.name, ...pair, by: { tool: tool.name, id, bases } };
      }),
    );
  });
}

/** Finds the arguments of a tool that stand for both sides of a comparison. */
function findPair(
  { left, right }: Comparison,
  tool: Tool,
  { findSchemas }: BehaviourContext,
): Pick<OrderedArguments, "one" | "other"> | undefined {
  const isArgument = (pointer: string) => findSchemas(tool, "input", pointer).length > 0;
  const one = listNames(left).find(isArgument);
  const other = listNames(right).find(isArgument);
  return one === undefined || other === undefined || one === other ? undefined : { one, other };
}

/** Lists the arguments that a place of a result may show: one at the same place, or at the top one with the name of its last part. */
function listNames(operand: Operand): readonly string[] {
  if (operand.kind !== "expression") return [];
  const { expression } = operand;
  if (expression.from === "request") return [expression.pointer];
  const isShown = expression.from === "result" && expression.member === "structuredContent";
  if (!isShown || expression.pointer.includes("*")) return [];
  return [expression.pointer, expression.pointer.slice(expression.pointer.lastIndexOf("/"))];
}
