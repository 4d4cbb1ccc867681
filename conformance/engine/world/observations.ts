/** Observes the things of attempts. */
import type { Engine } from "../../behaviour/engine.ts";
import { compareObservations } from "../../behaviour/observe/observation.ts";
import { isPosition } from "../../behaviour/observe/positions.ts";
import type { WorldObservations } from "../world.ts";

export function openObservations({ observer }: Engine): WorldObservations {
  return {
    async observe(watch, things) {
      const observations = [];
      for (const name of watch) observations.push(await observer.observeBriefly(things[name]!));
      return observations.flat();
    },
    isAtWork: (observation) => observer.isAtWork(observation),
    listChanges: (before, after) =>
      compareObservations(before, after).filter(
        (change) => !isPosition(change) && !observer.isVolatile(change.tool, change.at),
      ),
    learnVolatile(changes) {
      for (const { tool, at } of changes) observer.addVolatile(tool, at);
    },
  };
}
