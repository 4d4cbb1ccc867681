/** Finds arguments that invariants put in order: a thing that is made with both exchanged, or changed in one, breaks the invariant. */
import {
  type Comparison,
  comparisonsIn,
  type Operand,
  type OrderedArguments,
} from "@toolwright/conformance/cases";
import type { Entity } from "../../model/behaviour.ts";
import type { Tool } from "../../model/operation.ts";
import { parseCondition } from "../../scenarios/condition.ts";
import type { BehaviourContext } from "./context.ts";

/**
 * Returns pairs of arguments with which an entity is made or changed, and which a condition of a tool that makes or shows it compares
 * by their order, such as `starts_at` and `ends_at`. A tool that changes it may take one of them alone. @param text the condition
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
    const maker = tools.find((tool) => tool.name === madeBy.tool);
    return comparisons.flatMap((comparison) => {
      const made = maker && findPair(comparison, maker, context);
      const changes = tools
        .filter((tool) => tool !== maker)
        .flatMap((tool) => {
          const pair = findPair(comparison, tool, context) ?? keepPart(made, tool, context);
          return pair === undefined ? [] : listChanges(entity, pair, tool, context);
        });
      return made === undefined ? changes : [{ entity: entity.name, ...made }, ...changes];
    });
  });
}

type Pair = Pick<OrderedArguments, "one" | "other">;

/** Returns the arguments with which an entity is made, if a tool takes one of them. */
function keepPart(made: Pair | undefined, tool: Tool, context: BehaviourContext): Pair | undefined {
  const isTaken = made !== undefined && Object.values(made).some((place) => takes(tool, place, context));
  return isTaken ? made : undefined;
}

function listChanges(entity: Entity, pair: Pair, tool: Tool, context: BehaviourContext): OrderedArguments[] {
  const [id] = context.argumentsOf(entity, tool);
  if (id === undefined || id.includes("*") || tool.annotations?.readOnlyHint === true) return [];
  return [{ entity: entity.name, ...pair, by: { tool: tool.name, id, bases: context.listExamples(tool) } }];
}

function takes(tool: Tool, argument: string, { findSchemas }: BehaviourContext): boolean {
  return findSchemas(tool, "input", argument).length > 0;
}

/** Finds the arguments of a tool that stand for both sides of a comparison. */
function findPair({ left, right }: Comparison, tool: Tool, context: BehaviourContext): Pair | undefined {
  const isArgument = (pointer: string) => takes(tool, pointer, context);
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
