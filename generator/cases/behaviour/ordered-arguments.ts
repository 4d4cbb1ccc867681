/** Finds arguments that invariants put in order: a thing that is made with both exchanged breaks the invariant. */
import type { Condition, Operand, OrderedArguments } from "@toolwright/conformance/cases";
import type { Tool } from "../../model/model.ts";
import { parseCondition } from "../../scenarios/condition.ts";
import type { BehaviourContext } from "./context.ts";

type Comparison = Extract<Condition, { readonly kind: "compare" }>;

/**
 * Returns pairs of arguments with which an entity is made, and which a condition of a tool that makes or shows it compares by their
 * order, such as `starts_at` and `ends_at`. @param text the condition
 */
export function orderedArguments(
  text: string,
  { name }: Tool,
  { model, findSchemas }: BehaviourContext,
): readonly OrderedArguments[] {
  const comparisons = listOrders(parseCondition(text));
  return model.entities.flatMap(({ name: entity, madeBy, observedBy }) => {
    if (madeBy?.tool !== name && !observedBy.includes(name)) return [];
    const maker = model.tools.find((tool) => tool.name === madeBy?.tool);
    if (maker === undefined) return [];
    const isArgument = (pointer: string) => findSchemas(maker, "input", pointer).length > 0;
    return comparisons.flatMap(({ left, right }) => {
      const one = listNames(left).find(isArgument);
      const other = listNames(right).find(isArgument);
      return one === undefined || other === undefined || one === other ? [] : [{ entity, one, other }];
    });
  });
}

/** Lists the comparisons of a condition by order. */
function listOrders(condition: Condition): readonly Comparison[] {
  switch (condition.kind) {
    case "both":
    case "either":
      return [...listOrders(condition.left), ...listOrders(condition.right)];
    case "compare":
      return /[<>]/.test(condition.operator) ? [condition] : [];
    default:
      return [];
  }
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
