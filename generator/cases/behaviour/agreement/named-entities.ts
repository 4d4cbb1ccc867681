/** Derives the cases about entities that results name: what a result says of one is what the tools about it show afterwards. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { promise } from "../../promise.ts";
import { type BehaviourContext, inTool } from "../context.ts";
import { listFreeBases } from "../effects/copies.ts";
import { entityRule } from "../entities.ts";
import { mediaCases } from "./media.ts";
import { addressCases, idCases } from "./subjects.ts";
import { listPairs, readNamedView, readView } from "./views.ts";

/** The number of examples tried for one tool; further ones are rarely of another kind. */
const mostBases = 6;

/** Makes the cases about what a tool's results name: entities, their ids and their addresses. */
export function namedEntityCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const isWriting = tool.annotations?.readOnlyHint !== true;
  return [
    ...(isWriting ? context.model.entities : []).flatMap((entity) => namedEntityCase(tool, entity, context)),
    ...idCases(tool, context),
    ...addressCases(tool, context),
    ...mediaCases(tool, context),
  ];
}

/** Makes a case for an entity that a writing tool makes, copies or takes, and names in its result with other values. */
function namedEntityCase(tool: Tool, entity: Entity, context: BehaviourContext): BehaviourCase[] {
  const view = readNamedView(entity, tool, context);
  const bases = listFreeBases(tool, context).slice(0, mostBases);
  if (view === undefined || entity.madeBy === undefined || bases.length === 0) return [];
  const observers = entityRule(entity, context).observedBy.filter((other) => other.tool !== tool.name);
  const pairs = observers
    .flatMap((observer) => readView(entity, observer, context))
    .flatMap((other) =>
      listPairs(view, other).map(([own, shown]) => ({ place: own.at, tool: other.tool, shown: shown.at })),
    );
  if (pairs.length === 0) return [];
  const must = `What a result of ${tool.name} says of the ${entity.name} at ${view.id} is what the tools about it show then.`;
  const at = context.at(inTool(tool, "output"));
  return [
    {
      ...promise("results", `${tool.name}/names${view.id}`, tool.name, must, at),
      check: "names",
      entity: entity.name,
      idAt: view.id,
      bases,
      pairs,
    },
  ];
}
