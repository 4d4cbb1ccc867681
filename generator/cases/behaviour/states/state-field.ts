/** Finds the entity of a state machine, and where its state shows: in the output about one entity, or in the items of a list. */
import type { StateRule } from "@toolwright/conformance/cases";
import type { Entity } from "../../../model/behaviour.ts";
import { withoutUndefined } from "../../../model/members.ts";
import type { Tool } from "../../../model/operation.ts";
import { type StateMachine, toolTransitions } from "../../../model/states.ts";
import type { BehaviourContext } from "../context.ts";
import { makeCall } from "../entities.ts";

/**
 * Finds the entity whose id the tools of the machine take. They may take ids of its parents as well, so the entity with the
 * name of the machine is preferred, then the one that the tool shows.
 */
export function toEntity(machine: StateMachine, context: BehaviourContext): Entity | undefined {
  const { model, tool, argumentsOf } = context;
  const callers = toolTransitions(machine).map(({ by }) => tool(by.tool));
  const rank = (entity: Entity) =>
    entity.name === machine.name ? 0 : entity.observedBy.includes(machine.field.tool) ? 1 : 2;
  return model.entities
    .toSorted((a, b) => rank(a) - rank(b))
    .find((entity) => isShown(entity) && callers.every((each) => isTaken(entity, each)));

  function isTaken(entity: Entity, each: Tool | undefined): boolean {
    return each !== undefined && argumentsOf(entity, each).length > 0;
  }

  function isShown(entity: Entity): boolean {
    return isTaken(entity, tool(machine.field.tool)) || findListOf(entity, machine, context) !== undefined;
  }
}

/** The call that shows the state: of the entity that it names, or of each in a list. */
export function stateField(
  machine: StateMachine,
  entity: Entity | undefined,
  context: BehaviourContext,
): StateRule["field"] {
  const { tool: name, path, poll } = machine.field;
  const shower = context.tool(name);
  const list = entity && findListOf(entity, machine, context);
  const base = list === undefined || shower === undefined ? undefined : context.findPlainBase(shower);
  const whole = { tool: name, input: base === undefined ? {} : context.readContent(base) };
  const call = list === undefined && entity && shower && makeCall(entity, shower, {}, context);
  return {
    ...(call || whole),
    ...withoutUndefined({ list }),
    path: toShown(path, machine, context),
    ...withoutUndefined({ poll: poll && toShown(poll, machine, context) }),
  };
}

/** Finds the ids of the entity in the list that shows its state: the `id` of each entry whose `status` is its state. */
function findListOf(entity: Entity, { field }: StateMachine, context: BehaviourContext): string | undefined {
  const item = itemOf(field.path);
  const shower = context.tool(field.tool);
  if (item === undefined || shower === undefined) return undefined;
  return context.resultsOf(entity, shower).find((path) => itemOf(path) === item);
}

/** Returns the pattern of the items of a list in which a place is. */
function itemOf(path: string): string | undefined {
  const end = path.lastIndexOf("/*/");
  return end < 0 ? undefined : path.slice(0, end + 2);
}

/**
 * Lists where the tool of the field may show what others show at a place: there, or in each item of its list. Others may show more than
 * the entity, and have it in a part of their result: `/ticket/leave_by` is `/leave_by` of the ticket.
 */
export function listPlacesOf(path: string | undefined, { field }: StateMachine): string[] {
  const item = itemOf(field.path);
  if (path === undefined) return [];
  const inner = /^\/[^/]+(\/.+)$/.exec(path)?.[1];
  const places = inner === undefined ? [path] : [path, inner];
  return item === undefined ? places : places.flatMap((place) => [place, item + place]);
}

/** Turns a place in the output of the field's tool into one in what it shows of the entity: the output, or the item of its list. */
export function toShown(path: string, machine: StateMachine, context: BehaviourContext): string {
  const entity = toEntity(machine, context);
  const item = itemOf(machine.field.path);
  const isListed = entity !== undefined && findListOf(entity, machine, context) !== undefined;
  return isListed && path.startsWith(`${item}/`) ? path.slice(item!.length) : path;
}
