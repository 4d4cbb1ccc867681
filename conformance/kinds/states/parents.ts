/** Compares what an entity was made in before and after a refused call: where a call that succeeds changes it, a refused one must not. */
import type { Engine } from "../../behaviour/engine.ts";
import type { EntityInstance } from "../../behaviour/instances/entity-instance.ts";
import { describeChange } from "../../behaviour/observe/observation.ts";

/** A change in the entities in which an instance was made. */
export interface ChangeBeside {
  readonly change: string;
  /** Whether more was written than by the call that was judged: by other cases, or to make what that call names. */
  readonly isDisturbed: boolean;
}

/**
 * Looks at the entities in which an instance was made and which the tool changes (`changes`), unless requests are limited. Returns a
 * function that says what has changed there since then, after one call; undefined if nothing has.
 */
export async function watchParents(
  instance: EntityInstance,
  tool: string,
  { rules, observer, isBrief, context: { caller } }: Engine,
): Promise<() => Promise<ChangeBeside | undefined>> {
  const changed = new Set((rules.changes[tool] ?? []).map(({ entity }) => entity));
  const parents = Object.entries(instance.parents).flatMap(([entity, parent]) =>
    changed.has(entity) && !isBrief && rules.entities[entity]!.observedBy.length > 0
      ? [{ ...instance, ...parent, entity, parents: parent.parents ?? {} }]
      : [],
  );
  const looks = await Promise.all(
    parents.map(async (parent) => {
      const observe = () => observer.observeBriefly(parent);
      return { observe, before: await observe() };
    }),
  );
  const writes = caller.writes();
  return async () => {
    const isDisturbed = caller.writes() > writes + 1;
    for (const { observe, before } of looks) {
      const [change] = await observer.findChanges(observe, before, await observe());
      if (change !== undefined) return { change: describeChange(change), isDisturbed };
    }
    return undefined;
  };
}
