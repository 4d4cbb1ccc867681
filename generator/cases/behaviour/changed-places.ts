/** The rules about places of other entities that calls, or transitions of the server, change. */
import type { ChangeRule } from "@toolwright/conformance/cases";
import type { Entity, EntityChange } from "../../model/behaviour.ts";
import { withoutUndefined } from "../../model/members.ts";
import type { Tool } from "../../model/operation.ts";
import { parseCalculation } from "../../scenarios/condition.ts";
import { isExpression } from "../../scenarios/expression.ts";
import { listPairs, readView } from "./agreement/views.ts";
import type { BehaviourContext } from "./context.ts";
import { entityRule } from "./entities.ts";
import { isMadeWithin } from "./made-within.ts";

export function changeRule(
  { to, by, at, places, ...rest }: EntityChange,
  context: BehaviourContext,
  of?: string,
): ChangeRule {
  return {
    ...rest,
    ...withoutUndefined({ of }),
    places: [...new Set(places.flatMap((place) => [place, ...samePlaces(place, rest.entity, context)]))],
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

/** Lists the places at which other tools show the value of a place: a list has `/free` in its items, where `/item/free` changes. */
export function samePlaces(place: string, name: string, context: BehaviourContext): string[] {
  const entity = context.model.entities.find((each) => each.name === name);
  if (entity === undefined) return [];
  const views = entityRule(entity, context).observedBy.flatMap((each) => readView(entity, each, context));
  return views.flatMap((view) =>
    views
      .filter((other) => other !== view)
      .flatMap((other) => listPairs(view, other))
      .flatMap(([first, second]) => (first.at === place ? [second.at] : [])),
  );
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
