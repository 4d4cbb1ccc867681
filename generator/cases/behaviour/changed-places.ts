/** The rules about places of other entities that calls, or transitions of the server, change. */
import type { ChangeRule } from "@toolwright/conformance/cases";
import type { EntityChange } from "../../model/behaviour.ts";
import { parseCalculation } from "../../scenarios/condition.ts";
import { isExpression } from "../../scenarios/expression.ts";
import type { BehaviourContext } from "./context.ts";

export function changeRule(
  { to, by, at, ...rest }: EntityChange,
  context: Pick<BehaviourContext, "at">,
): ChangeRule {
  return {
    ...rest,
    ...(to !== undefined && (isExpression(to) ? { equals: parseCalculation(to) } : { to })),
    ...(by !== undefined && { growsBy: parseCalculation(String(by)) }),
    at: context.at(at),
  };
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
