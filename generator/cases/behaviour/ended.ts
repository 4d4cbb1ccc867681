/** Derives the cases about the end of resources. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import type { Resource } from "../../model/behaviour.ts";
import type { BehaviourContext } from "./context.ts";
import { resourceRule } from "./resources.ts";

export function endedCases(resource: Resource, context: BehaviourContext): BehaviourCase[] {
  const { name, endedBy, at } = resource;
  if (endedBy === undefined) return [];
  const common = {
    id: `states/${name}/ended`,
    kind: "states" as const,
    tool: endedBy.tool,
    must: `A ${name} that ${endedBy.tool} has ended is gone, or shows that it has ended.`,
    at: context.at({ ...at, path: [...at.path, "ended_by"] }),
  };
  const rule = resourceRule(resource, context);
  if (!rule.madeBy)
    return [{ ...common, untestable: `the spec names no tool that makes a ${name} (made_by)` }];
  if (!rule.endedBy) return [{ ...common, untestable: `no valid arguments of ${endedBy.tool} were found` }];
  if (rule.observedBy.length === 0)
    return [{ ...common, untestable: `the spec names no tool that shows a ${name} (observed_by)` }];
  return [{ ...common, check: "ended", resource: name }];
}
