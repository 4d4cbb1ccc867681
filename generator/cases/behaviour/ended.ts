/** Derives the cases about the end of entities. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import type { Entity } from "../../model/behaviour.ts";
import type { BehaviourContext } from "./context.ts";
import { entityRule } from "./entities.ts";

export function endedCases(entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const { name, endedBy, at } = entity;
  if (endedBy === undefined) return [];
  const common = {
    id: `states/${name}/ended`,
    kind: "states" as const,
    tool: endedBy.tool,
    must: `A ${name} that ${endedBy.tool} has ended is gone, or shows that it has ended.`,
    at: context.at({ ...at, path: [...at.path, "ended_by"] }),
  };
  const rule = entityRule(entity, context);
  if (!rule.madeBy)
    return [{ ...common, untestable: `the spec names no tool that makes a ${name} (made_by)` }];
  if (!rule.endedBy) return [{ ...common, untestable: `no valid arguments of ${endedBy.tool} were found` }];
  if (rule.observedBy.length === 0)
    return [{ ...common, untestable: `the spec names no tool that shows a ${name} (observed_by)` }];
  return [{ ...common, check: "ended", entity: name }];
}
