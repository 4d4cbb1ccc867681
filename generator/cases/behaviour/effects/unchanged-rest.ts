/** Derives the cases about changes of an entity that set what it has already: they take away nothing else. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import { describing } from "@toolwright/json-schema/graph";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { toolTransitions } from "../../../model/states.ts";
import { promise } from "../../promise.ts";
import { type BehaviourContext, inTool } from "../context.ts";

/** The number of arguments that are set alone; further ones are rarely handled in another way. */
const mostAlone = 4;

/**
 * Makes a case for each entity that the tool takes and another tool makes, if both tools have arguments with the same names. If these
 * arguments are all optional, the tool changes parts of an entity, so the case also sets each of them alone. The others then keep their
 * values, unless the schema has a default for them.
 */
export function keepsRestCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return context.model.entities.flatMap((entity): BehaviourCase[] => {
    const base = context.findPlainBase(tool);
    const made = findFullestBase(entity, context);
    const isOwn = context.argumentsOf(entity, tool).length > 0;
    if (base === undefined || made === undefined || !isOwn || endsOrMoves(tool, entity, context)) return [];
    const shared = listShared(tool, made, context);
    if (shared.length === 0) return [];
    const needed = Object.keys(context.readContent(base));
    const isOfParts = shared.every((name) => !needed.includes(name) && !hasDefault(tool, name, context));
    const alone = isOfParts && shared.length > 1 ? shared.slice(0, mostAlone).map((name) => [name]) : [];
    const must = `A call of ${tool.name} with what ${withArticle(entity.name)} has already takes away nothing that it was made with.`;
    return [
      {
        ...promise(
          "effects",
          `${tool.name}/${entity.name}/keeps-rest`,
          tool.name,
          must,
          context.at(inTool(tool, "mode")),
        ),
        check: "keeps-rest",
        entity: entity.name,
        bases: [base],
        made,
        sets: [shared, ...alone],
      },
    ];
  });
}

/** Finds the example with the most arguments of the tool that makes an entity. */
function findFullestBase({ madeBy }: Entity, context: BehaviourContext): string | undefined {
  const maker = madeBy && context.tool(madeBy.tool);
  if (maker === undefined) return undefined;
  const count = (base: string) => Object.keys(context.readContent(base)).length;
  return context.listExamples(maker).toSorted((one, other) => count(other) - count(one))[0];
}

/** Whether the tool makes or ends the entity, or each call of it moves one to another state: such calls change more than they say. */
function endsOrMoves(tool: Tool, entity: Entity, context: BehaviourContext): boolean {
  const moves = listMovingArguments(tool, context).some((names) => names.length === 0);
  return moves || [entity.madeBy?.tool, entity.endedBy?.tool].includes(tool.name);
}

/** Lists, for each transition that the tool makes, the arguments with which it does: an update of an item may also retire it. */
function listMovingArguments({ name }: Tool, { model }: BehaviourContext): string[][] {
  return model.states
    .flatMap((machine) => toolTransitions(machine))
    .filter(({ by }) => by.tool === name)
    .map(({ by }) => Object.keys(by.input ?? {}));
}

/** Lists the arguments of the tool that have the name of an argument of the making call, without ids, keys and those that move it. */
function listShared(tool: Tool, made: string, context: BehaviourContext): string[] {
  const ids = context.model.entities.flatMap((entity) => context.argumentsOf(entity, tool));
  const moving = listMovingArguments(tool, context).flat();
  return Object.keys(context.readContent(made)).filter((name) => {
    const pointer = `/${name}`;
    const isOther =
      ids.includes(pointer) || moving.includes(name) || tool.behaviour.idempotency?.key === pointer;
    return !isOther && context.findSchemas(tool, "input", pointer).length > 0;
  });
}

function hasDefault(tool: Tool, name: string, context: BehaviourContext): boolean {
  const parts = context.findSchemas(tool, "input", `/${name}`).flatMap(describing);
  return parts.some(({ fallback }) => fallback !== undefined);
}
