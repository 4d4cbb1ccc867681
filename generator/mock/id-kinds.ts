/** The kinds of ids of a spec: those of its entities, and types of ids that one tool returns and another one takes. */
import type { BehaviourContext } from "../cases/behaviour/context.ts";
import { toEntity } from "../cases/behaviour/states.ts";
import type { Entity, StateMachine } from "../model/behaviour.ts";
import type { Limit, Tool } from "../model/model.ts";
import { rootNode } from "../schema/place.ts";
import type { LocatedSchema } from "../schema/roots.ts";

/** Things that have ids of one type. */
export interface IdKind {
  readonly name: string;
  /** The type of the ids. */
  readonly type: LocatedSchema;
  /** What the spec declares of it; absent where only the type says that there are such things. */
  readonly entity?: Entity;
  readonly machines: readonly StateMachine[];
  /** Patterns of the arguments of a tool that take an id. */
  findArguments(tool: Tool): readonly string[];
  /** Patterns of the places in results of a tool that have an id. */
  findResults(tool: Tool): readonly string[];
  /** The place of the new id in results of a tool that makes such a thing. */
  madeAt(tool: Tool): string | undefined;
}

export function listIdKinds(context: BehaviourContext): IdKind[] {
  const { model } = context;
  const declared = model.entities.map((entity) => ({
    name: entity.name,
    id: entity.id,
    entity,
    at: entity.at,
  }));
  const known = new Set(declared.map(({ id }) => id));
  const implied = model.types
    .filter(({ name, root }) => isNameOfIds(name) && !known.has(root.uri))
    .map(({ name, root }) => ({ name, id: root.uri, entity: undefined, at: root.at }));
  return [...declared, ...implied].flatMap(({ name, id, entity, at }): IdKind[] => {
    const type = model.types.find(({ root }) => root.uri === id);
    if (type === undefined) return [];
    // The functions that find places read only the address of the type.
    const asEntity: Entity = entity ?? { name, id, observedBy: [], at };
    const findArguments = (tool: Tool) =>
      context.argumentsOf(asEntity, tool).filter((path) => entity !== undefined || isTop(path));
    const findResults = (tool: Tool) => context.resultsOf(asEntity, tool);
    const madeAt = (tool: Tool) => {
      if (entity?.madeBy?.tool === tool.name) return entity.madeBy.path;
      return isMaker(tool, findArguments(tool), model.limits) ? newPlace(tool, findResults(tool)) : undefined;
    };
    if (entity === undefined && !model.tools.some(madeAt)) return [];
    return [
      {
        name,
        type: rootNode(type.root),
        ...(entity && { entity }),
        machines: model.states.filter((machine) => entity && toEntity(machine, context) === entity),
        findArguments,
        findResults,
        madeAt,
      },
    ];
  });
}

/** Ids inside of arguments are of parts of them, such as the fields of a form. */
function isTop(path: string): boolean {
  return path.lastIndexOf("/") === 0;
}

function isNameOfIds(name: string): boolean {
  return /(^|[_-])id$|[a-z]Id$/.test(name);
}

export function isWriter({ annotations }: Tool): boolean {
  return annotations?.readOnlyHint !== true;
}

/**
 * A writing tool makes what it returns the id of, unless it was called with that id. Of the reading tools only those do
 * whose result ends after a declared time.
 */
function isMaker(tool: Tool, taken: readonly string[], limits: readonly Limit[]): boolean {
  const ends = limits.some(
    ({ ends, appliesTo }) => ends && appliesTo !== "all" && appliesTo.includes(tool.name),
  );
  if (!isWriter(tool) && !ends) return false;
  return taken.every((argument) => tool.behaviour.repeats.some((repeat) => repeat.argument === argument));
}

/** The first place with one id that does not repeat an argument. */
function newPlace({ behaviour }: Tool, places: readonly string[]): string | undefined {
  return places.find(
    (place) => !place.includes("*") && !behaviour.repeats.some(({ path }) => path === place),
  );
}
