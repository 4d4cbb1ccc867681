/** Tells which entities are made in which others. */
import type { Entity } from "../../model/behaviour.ts";

/** Lists the places of a tool that are ids of an entity. */
export type IdsOf = (entity: Entity, tool: string) => readonly string[];

/** Whether an entity is made in another one, or in something that is: the tool that makes it takes the id. */
export function isMadeWithin(
  inner: Entity,
  outer: Entity,
  entities: readonly Entity[],
  argumentsOf: IdsOf,
  known: ReadonlySet<Entity> = new Set(),
): boolean {
  const { madeBy } = inner;
  if (madeBy === undefined || known.has(inner)) return false;
  const parents = entities.filter((each) => each !== inner && argumentsOf(each, madeBy.tool).length > 0);
  const next = new Set([...known, inner]);
  return parents.some(
    (parent) => parent === outer || isMadeWithin(parent, outer, entities, argumentsOf, next),
  );
}
