/** Derives the cases of tools whose callers choose the id of what they make. */
import type { BehaviourCase, Json } from "@toolwright/conformance/cases";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { addCheck, promise } from "../../promise.ts";
import { listArguments } from "../argument-values.ts";
import { type BehaviourContext, inTool } from "../context.ts";
import { findChosenId } from "../open-ids.ts";

/** Makes a case if the tool takes nothing away: then a second entity with the same id does not take the place of the first. */
export function takenIdCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  if (tool.annotations?.destructiveHint !== false) return [];
  return context.model.entities.flatMap((entity) => {
    const { madeBy, name, observedBy } = entity;
    const base = context.baseOf(tool);
    if (madeBy?.tool !== tool.name || observedBy.length === 0 || base === undefined) return [];
    const argument = findChosenId(tool, madeBy.path);
    if (argument === undefined) return [];
    const must = `A second ${name} with the id of one that is there is refused, or does not take its place.`;
    const promised = promise(
      "effects",
      `${tool.name}/${name}/id-taken`,
      tool.name,
      must,
      context.at(inTool(tool, "mode")),
    );
    const others = listOtherValues(tool, entity, argument, context);
    return [addCheck(promised, { check: "id-taken", entity: name, bases: [base], argument, others })];
  });
}

/** Argument -> other values, but for the id itself and the ids of other entities. */
function listOtherValues(
  tool: Tool,
  entity: Entity,
  id: string,
  { model, argumentsOf, valuesFor }: BehaviourContext,
): Record<string, readonly Json[]> {
  const ids = model.entities.flatMap((other) => (other === entity ? [] : argumentsOf(other, tool)));
  const { idempotency } = tool.behaviour;
  const left = listArguments(tool).filter(
    (argument) => argument !== id && argument !== idempotency?.key && !ids.includes(argument),
  );
  const entries = left.map((argument) => [argument, valuesFor(tool, argument, 2)] as const);
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}
