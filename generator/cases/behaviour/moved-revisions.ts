/** Derives which tools move the revision of an entity although they take none, and their cases. */
import { type BehaviourCase, type Json, valueAt } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity, Revision } from "../../model/behaviour.ts";
import type { Tool } from "../../model/operation.ts";
import { promise } from "../promise.ts";
import { type BehaviourContext, inTool } from "./context.ts";

/**
 * Lists the tools that take the id of an entity, and no revision, and whose example has a higher one than those in which an entity is new.
 * Servers differ in which calls move a revision: the examples say so.
 */
export function listMovers(
  { shownBy }: Pick<Revision, "shownBy">,
  entity: Entity,
  context: BehaviourContext,
): Tool[] {
  const { model } = context;
  const maker = model.tools.find(({ name }) => name === entity.madeBy?.tool);
  const first = maker === undefined ? [] : listRevisions(maker, shownBy.path);
  const shower = model.tools.find(({ name }) => name === shownBy.tool);
  if (first.length === 0 || shower === undefined || context.argumentsOf(entity, shower).length === 0)
    return [];
  return model.tools.filter(
    (tool) =>
      tool !== maker &&
      tool.behaviour.revision === undefined &&
      tool.annotations?.readOnlyHint !== true &&
      context.argumentsOf(entity, tool).length > 0 &&
      showsChange(tool, entity, shownBy.tool, context) &&
      listRevisions(tool, shownBy.path).some((revision) => revision > Math.max(...first)),
  );
}

/** Derives the cases of the first tool whose calls expect this revision. */
export function movedRevisionCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const { revision } = tool.behaviour;
  const entity = revision && findRevisedEntity(tool, revision, context);
  if (revision === undefined || entity === undefined) return [];
  const { tool: shownBy, path } = revision.shownBy;
  const first = context.model.tools.find(({ behaviour }) => behaviour.revision?.shownBy.tool === shownBy);
  if (first !== tool) return [];
  const at = context.at(inTool(tool, "revision"));
  return listMovers(revision, entity, context).map((mover): BehaviourCase => {
    const must = `A call of ${mover.name} that changes ${withArticle(entity.name)} moves ${path} of ${shownBy}: its example has a higher one than a new ${entity.name}.`;
    const promised = promise("results", `${mover.name}/moves${path}`, mover.name, must, at);
    return { ...promised, check: "moves", shownBy };
  });
}

/** Finds the entity whose id the tool takes and whose revision it expects. */
export function findRevisedEntity(
  tool: Tool,
  { shownBy }: Pick<Revision, "shownBy">,
  { model, argumentsOf }: BehaviourContext,
): Entity | undefined {
  return model.entities.find(
    (each) => each.observedBy.includes(shownBy.tool) && argumentsOf(each, tool).length > 0,
  );
}

function listRevisions({ examples }: Tool, path: string): number[] {
  return examples.flatMap(({ output }) => {
    const revision = output === undefined ? undefined : valueAt(output as Json, path);
    return typeof revision === "number" ? [revision] : [];
  });
}

/** Whether looks can show that a call changed an entity: by its state, or by a place that repeats an argument. */
function showsChange(tool: Tool, entity: Entity, shower: string, context: BehaviourContext): boolean {
  const { repeats, idempotency } = tool.behaviour;
  const others = [idempotency?.key, ...context.argumentsOf(entity, tool)];
  const moves = context.model.states
    .filter(({ field }) => field.tool === shower)
    .flatMap(({ transitions }) => transitions)
    .some(({ by }) => by !== "server" && by.tool === tool.name);
  return moves || repeats.some(({ argument }) => !others.includes(argument));
}
