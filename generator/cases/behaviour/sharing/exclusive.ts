/** Derives the cases about exclusive states: other accounts wait until the one that led an entity there has led it on. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import type { Entity } from "../../../model/behaviour.ts";
import type { Tool } from "../../../model/operation.ts";
import {
  type ExclusiveState,
  type StateMachine,
  serverTransitions,
  toolTransitions,
} from "../../../model/states.ts";
import { locationBelow } from "../../../resolve/limits.ts";
import { promise, unmade } from "../../promise.ts";
import type { BehaviourContext, ValidCall } from "../context.ts";
import { toEntity } from "../states/state-field.ts";
import { findCallAlone } from "./calls-alone.ts";
import { sharingRule } from "./sharing.ts";

interface Exclusive {
  readonly machine: StateMachine;
  readonly entity: Entity;
  readonly rule: ExclusiveState;
}

/** Makes cases for each tool of the key: one for each of its transitions out of the state, else one for each way in which the state ends. */
export function exclusiveCases(machine: StateMachine, context: BehaviourContext): BehaviourCase[] {
  const entity = toEntity(machine, context);
  const { exclusive: rule } = machine;
  if (rule === undefined || entity === undefined) return [];
  return rule.tools.flatMap((name) => {
    const tool = context.tool(name);
    if (tool === undefined || context.argumentsOf(entity, tool).length === 0) return [];
    const own = toolTransitions(machine).filter(
      ({ by, from }) => by.tool === name && from.includes(rule.state),
    );
    const all = { machine, entity, rule };
    return own.length > 0
      ? own.map((transition) => transitionCase(all, tool, transition.name, context))
      : listEnds(machine, rule).map((left) => blockedCase(all, tool, left, context));
  });
}

/** Lists the transitions out of the state: the first one by a call, and all by the server. */
function listEnds(machine: StateMachine, { state }: ExclusiveState): string[] {
  const leaves = ({ from, to }: { readonly from: readonly string[]; readonly to: string }) =>
    from.includes(state) && to !== state;
  const called = toolTransitions(machine).filter(leaves).slice(0, 1);
  return [...called, ...serverTransitions(machine).filter(leaves)].map(({ name }) => name);
}

function transitionCase(
  all: Exclusive,
  tool: Tool,
  transition: string,
  context: BehaviourContext,
): BehaviourCase {
  const { rule, entity } = all;
  const what = `the transition ${transition} of ${withArticle(entity.name)} that is ${rule.state}`;
  const must = `${tool.name} makes ${what} for the account that led it there, and refuses others with ${rule.refused}.`;
  return exclusiveCase(all, tool, { name: transition, must, check: { transition } }, context);
}

function blockedCase(all: Exclusive, tool: Tool, left: string, context: BehaviourContext): BehaviourCase {
  const { rule, entity } = all;
  const must = `${tool.name} refuses accounts that have not led ${withArticle(entity.name)} to ${rule.state} with ${rule.refused}, until ${left} ends that.`;
  const call = findCallAlone(entity, tool, context);
  const check = call
    ? { ...call, left }
    : `no arguments were found that name ${withArticle(entity.name)} and nothing else that is private`;
  return exclusiveCase(all, tool, { name: left, must, check }, context);
}

interface Trial {
  readonly name: string;
  readonly must: string;
  /** The call that is tried; or the reason why there is none. */
  readonly check: { readonly transition: string } | (ValidCall & { readonly left: string }) | string;
}

function exclusiveCase(
  { machine, entity, rule }: Exclusive,
  tool: Tool,
  { name, must, check }: Trial,
  context: BehaviourContext,
): BehaviourCase {
  const place = context.at(locationBelow(machine.at, ["exclusive"]));
  const id = `${tool.name}/${entity.name}/exclusive/${rule.state}/${name}`;
  const promised = promise("access", id, tool.name, must, place);
  const obstacle = findObstacle(entity, context);
  if (obstacle !== undefined) return { ...promised, untestable: obstacle };
  if (typeof check === "string") return { ...promised, untestable: check };
  const role = findRole(entity, tool);
  return {
    ...promised,
    ...check,
    check: "exclusive",
    entity: entity.name,
    machine: machine.name,
    state: rule.state,
    refused: rule.refused,
    ...(role !== undefined && { role }),
  };
}

/** The reason why no second account can call a tool about the entity. */
function findObstacle(entity: Entity, context: BehaviourContext): string | undefined {
  const { name, madeBy, sharedBy } = entity;
  if (!madeBy) return unmade(name);
  if (sharedBy === undefined)
    return entity.private === undefined
      ? undefined
      : `the spec names no tool that shares ${withArticle(name)} (shared_by)`;
  return sharingRule(entity, context) === undefined
    ? `no valid arguments of ${sharedBy.tool} were found`
    : undefined;
}

/** The last role that allows a tool. */
function findRole({ sharedBy }: Entity, { name }: Tool): string | undefined {
  const allowed = Object.entries(sharedBy?.roles?.allow ?? {}).filter(([, tools]) => tools.includes(name));
  return allowed.at(-1)?.[0];
}
