/** Finds the kinds of ids in a spec: ids of entities, and ids that end after a declared time. */
import { type LocatedSchema, rootNode } from "@toolwright/json-schema";
import type { BehaviourContext } from "../cases/behaviour/context.ts";
import { toEntity } from "../cases/behaviour/states/state-field.ts";
import type { Entity } from "../model/behaviour.ts";
import type { Limit } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";
import type { StateMachine } from "../model/states.ts";

/** Instances that have ids of one type. */
export interface IdKind {
  readonly name: string;
  /** The type of the ids. */
  readonly type: LocatedSchema;
  /** The entity as the spec declares it. */
  readonly entity: Entity;
  readonly machines: readonly StateMachine[];
  /** Patterns of the arguments of a tool that take an id. */
  findArguments(tool: Tool): readonly string[];
  /** Patterns of the places in results of a tool that have an id. */
  findResults(tool: Tool): readonly string[];
  /** The place of the new id in results of a tool that makes such an instance. */
  madeAt(tool: Tool): string | undefined;
}

export function listIdKinds(context: BehaviourContext): IdKind[] {
  const { model } = context;
  const declared = model.entities.flatMap((entity) =>
    toKind(entity, context, (tool) => {
      if (entity.madeBy?.tool === tool.name) return entity.madeBy.path;
      return isMaker(tool, context.argumentsOf(entity, tool))
        ? newPlace(tool, context.resultsOf(entity, tool))
        : undefined;
    }),
  );
  return [...declared, ...model.limits.flatMap((limit) => endingKind(limit, context))];
}

function toKind(entity: Entity, context: BehaviourContext, madeAt: IdKind["madeAt"]): IdKind[] {
  const type = context.model.types.find(({ root }) => root.uri === entity.id);
  if (type === undefined) return [];
  return [
    {
      name: entity.name,
      type: rootNode(type.root),
      entity,
      machines: context.model.states.filter((machine) => toEntity(machine, context) === entity),
      findArguments: (tool) => context.argumentsOf(entity, tool),
      findResults: (tool) => context.resultsOf(entity, tool),
      madeAt,
    },
  ];
}

/** A value that ends after a declared time is an entity of the account that got it. */
function endingKind({ name, ends, appliesTo, at }: Limit, context: BehaviourContext): IdKind[] {
  const taker = ends && context.tool(ends.tool);
  if (!ends || !taker || appliesTo === "all") return [];
  const makeEntity = (id: string): Entity => ({ name, id, private: ends.failure, observedBy: [], at });
  const type = context.model.types.find(({ root }) =>
    context.argumentsOf(makeEntity(root.uri), taker).includes(ends.argument),
  );
  if (!type || context.model.entities.some(({ id }) => id === type.root.uri)) return [];
  return toKind(makeEntity(type.root.uri), context, ({ name: maker }) =>
    appliesTo.includes(maker) ? ends.value : undefined,
  );
}

export function isWriter({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint !== true;
}

/** Tells whether a tool creates the instance whose id it returns: it writes, and was not called with that id. */
function isMaker(tool: Tool, taken: readonly string[]): boolean {
  return (
    isWriter(tool) &&
    taken.every((argument) => tool.behaviour.repeats.some((repeat) => repeat.argument === argument))
  );
}

/** The first place with one id that does not repeat an argument. */
function newPlace({ behaviour }: Tool, places: readonly string[]): string | undefined {
  return places.find(
    (place) => !place.includes("*") && !behaviour.repeats.some(({ path }) => path === place),
  );
}
