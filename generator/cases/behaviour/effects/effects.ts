/** Derives the cases about side effects: a writing tool leaves everything that it does not name unchanged. */
import { type BehaviourCase, valueAt } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import { isPassing, listStates, toolTransitions } from "../../../model/states.ts";
import { addCheck, noArguments, promise, unmade } from "../../promise.ts";
import { describePlaces } from "../changed-places.ts";
import { type BehaviourContext, contains, firstPlace, inTool } from "../context.ts";
import { isCallOf } from "../states/same-calls.ts";
import { toEntity } from "../states/state-field.ts";
import { allOrNoneCases } from "./all-or-none.ts";
import { clearedPlaceCases } from "./cleared-places.ts";
import { copyCases } from "./copies.ts";
import { roundTripCases } from "./round-trips.ts";
import { takenIdCases } from "./taken-ids.ts";
import { treeCases } from "./trees.ts";
import { keepsRestCases } from "./unchanged-rest.ts";

/** The number of examples tried for one tool; further examples are rarely of another kind. */
const mostBases = 6;

export function effectCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  if (tool.annotations?.readOnlyHint === true) return [];
  return [
    ...changedPlaces(tool, context),
    ...ownEntityCases(tool, context),
    ...keepsRestCases(tool, context),
    ...clearedPlaceCases(tool, context),
    ...copyCases(tool, context),
    ...roundTripCases(tool, context),
    ...treeCases(tool, context),
    ...takenIdCases(tool, context),
    ...allOrNoneCases(tool, context),
  ];
}

/** Makes one case for each other entity of which the tool changes some places. */
function changedPlaces(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  const all = [...context.listExamples(tool), context.findPlainBase(tool)];
  const bases = all.filter((base) => base !== undefined).slice(0, mostBases);
  const byEntity = Map.groupBy(tool.behaviour.changes, ({ entity }) => entity);
  return [...byEntity].map(([entity, changes]): BehaviourCase => {
    const must = `Of ${withArticle(entity)}, a call of ${tool.name} changes ${describePlaces(changes)}, and nothing else.`;
    const at = context.at(changes[0]!.at);
    const promised = promise("effects", `${tool.name}/${entity}/changes`, tool.name, must, at);
    const isMade = context.model.entities.some(({ name, madeBy }) => name === entity && madeBy);
    if (!isMade) return { ...promised, untestable: unmade(entity) };
    return addCheck(promised, bases.length > 0 ? { check: "changes", entity, bases } : noArguments);
  });
}

function ownEntityCases(tool: Tool, context: BehaviourContext): BehaviourCase[] {
  return context.model.entities.flatMap((entity) => {
    const ids = context.argumentsOf(entity, tool);
    const isMade = entity.madeBy?.tool === tool.name;
    if (entity.observedBy.length === 0 || (ids.length === 0 && !isMade)) return [];
    const { listExamples, findPlainBase, readContent } = context;
    const all = [...listExamples(tool), findPlainBase(tool)].filter((base) => base !== undefined);
    const bases = all.filter(
      (base) => isMade || ids.some((id) => valueAt(readContent(base), firstPlace(id)) !== undefined),
    );
    return [othersStay(tool, entity, bases, context), ...stateStays(tool, entity, bases, context)];
  });
}

function othersStay(
  tool: Tool,
  entity: Entity,
  bases: readonly string[],
  context: BehaviourContext,
): BehaviourCase {
  const must = `A call of ${tool.name} leaves every ${entity.name} that it does not name as it was.`;
  const at = context.at(inTool(tool, "mode"));
  const promised = promise("effects", `${tool.name}/${entity.name}/others-stay`, tool.name, must, at);
  if (!entity.madeBy) return { ...promised, untestable: unmade(entity.name) };
  if (bases.length === 0) return { ...promised, untestable: noArguments };
  return { ...promised, check: "others-stay", entity: entity.name, bases: bases.slice(0, mostBases) };
}

/** Makes cases for each state machine of the entity: calls that are not transitions leave the state unchanged. */
function stateStays(
  tool: Tool,
  entity: Entity,
  bases: readonly string[],
  context: BehaviourContext,
): BehaviourCase[] {
  return context.model.states.flatMap((machine) => {
    const isOfEntity = toEntity(machine, context) === entity;
    const transitions = toolTransitions(machine).filter(({ by }) => by.tool === tool.name);
    const isTransition = (base: string) => {
      const content = context.readContent(base);
      const isEnd = entity.endedBy?.tool === tool.name && contains(content, entity.endedBy.input);
      return isEnd || transitions.some((transition) => isCallOf(content, transition, context));
    };
    const others = bases.filter((base) => !isTransition(base)).slice(0, mostBases);
    if (!isOfEntity || !entity.madeBy || others.length === 0 || entity.madeBy.tool === tool.name) return [];
    const must = `A call of ${tool.name} that is no transition leaves the state of ${withArticle(entity.name)}.`;
    const at = context.at(machine.at);
    const promised = promise("effects", `${tool.name}/${machine.name}/state-stays`, tool.name, must, at);
    const states = listStates(machine).filter((state) => !isPassing(state, machine));
    return [
      {
        ...promised,
        check: "state-stays",
        entity: entity.name,
        machine: machine.name,
        states,
        bases: others,
      },
    ];
  });
}
