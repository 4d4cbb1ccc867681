/** Finds what makes a place with an amount in it, such as a product with its stock. */
import type { Entity } from "../../../model/behaviour.ts";
import type { Take } from "../../../model/take.ts";

/**
 * Returns the entity that is the place of `takes`, if the tool of `put_by` makes it; undefined if that tool puts something into a place
 * that is there. `argumentsOf` lists the arguments of the tool that takes which are ids of an entity.
 */
export function findMadePlace(
  { putBy, within: [argument, ...others] }: Pick<Take, "putBy" | "within">,
  entities: readonly Entity[],
  argumentsOf: (entity: Entity) => readonly string[],
): Entity | undefined {
  if (argument === undefined || others.length > 0) return undefined;
  return entities.find(
    (entity) => entity.madeBy?.tool === putBy.tool && argumentsOf(entity).includes(argument),
  );
}
