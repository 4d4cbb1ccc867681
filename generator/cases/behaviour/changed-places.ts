/** The rules about places of other entities that calls, or transitions of the server, change. */
import type { ChangeRule } from "@toolwright/conformance/cases";
import type { Entity, EntityChange } from "../../model/behaviour.ts";
import { withoutUndefined } from "../../model/members.ts";
import type { Tool } from "../../model/model.ts";
import { parseCalculation } from "../../scenarios/condition.ts";
import { isExpression } from "../../scenarios/expression.ts";
import type { BehaviourContext } from "./context.ts";
import { isMadeWithin } from "./made-within.ts";

export function changeRule(
  { to, by, at, ...rest }: EntityChange,
  context: Pick<BehaviourContext, "at">,
  of?: string,
): ChangeRule {
  return {
    ...rest,
    ...withoutUndefined({ of }),
    ...(to !== undefined && (isExpression(to) ? { equals: parseCalculation(to) } : { to })),
    ...(by !== undefined && { growsBy: parseCalculation(String(by)) }),
    at: context.at(at),
  };
}

/** Returns the rules of a tool. */
export function changeRules(tool: Tool, context: BehaviourContext): ChangeRule[] {
  return tool.behaviour.changes.map((change) =>
    changeRule(change, context, findInner(tool, change, context)),
  );
}

/** Finds the entity whose id the call names, if that was made in the one that changes. */
function findInner(
  tool: Tool,
  { entity: name, id }: EntityChange,
  context: BehaviourContext,
): string | undefined {
  const { model, argumentsOf, resultsOf } = context;
  const outer = model.entities.find((each) => each.name === name);
  const named = model.entities.filter((each) =>
    [...argumentsOf(each, tool), ...resultsOf(each, tool)].includes(id),
  );
  if (outer === undefined || named.includes(outer)) return undefined;
  const idsOf = (entity: Entity, by: string) => {
    const maker = context.tool(by);
    return maker === undefined ? [] : argumentsOf(entity, maker);
  };
  return named.find((inner) => isMadeWithin(inner, outer, model.entities, idsOf))?.name;
}

/** Describes changed places of an entity, and the values that they have then: `/free to true, /status, /left by -1`. */
export function describePlaces(changes: readonly EntityChange[]): string {
  return changes.flatMap((change) => change.places.map((place) => showChange(place, change))).join(", ");
}

function showChange(place: string, { to, by }: EntityChange): string {
  if (by !== undefined) return `${place} by ${by}`;
  if (to === undefined) return place;
  return isExpression(to) ? `${place} to ${to}` : `${place} to ${JSON.stringify(to)}`;
}
