/** Derives the cases about the end of entities. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import type { Entity } from "../../model/behaviour.ts";
import { locationBelow } from "../../resolve/limits.ts";
import type { BehaviourContext } from "./context.ts";
import { entityRule } from "./entities.ts";
import { checked, promise, unmade } from "./promise.ts";

export function endedCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const { name, endedBy, at } = entity;
  if (endedBy === undefined) return [];
  const must = `A ${name} that ${endedBy.tool} has ended is gone, or shows that it has ended.`;
  const place = context.at(locationBelow(at, ["ended_by"]));
  const promised = promise("states", `${name}/ended`, endedBy.tool, must, place);
  return [checked(promised, obstacle(entity, context) ?? { check: "ended", entity: name })];
}

function obstacle(entity: Entity, context: BehaviourContext): string | undefined {
  const rule = entityRule(entity, context);
  if (!rule.madeBy) return unmade(entity.name);
  if (!rule.endedBy) return `no valid arguments of ${entity.endedBy?.tool} were found`;
  return rule.observedBy.length > 0
    ? undefined
    : `the spec names no tool that shows a ${entity.name} (observed_by)`;
}
