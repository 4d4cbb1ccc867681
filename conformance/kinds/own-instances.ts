/** Tells which cases make instances of their own, for the estimates of their requests. */
import type { Behaviour } from "../cases/behaviour.ts";

/** Whether calls of a tool take an instance and do more than show it, so that each case makes one, which the run ends. */
export function needsOwnInstance(tool: string, { entities }: Pick<Behaviour, "entities">): boolean {
  return Object.values(entities).some(
    ({ madeBy, arguments: places, observedBy }) =>
      madeBy !== undefined &&
      places.some((place) => place.tool === tool) &&
      !observedBy.some((observer) => observer.tool === tool),
  );
}
