/** Observes the things of attempts. */
import type { Engine } from "../../behaviour/engine.ts";
import { compareObservations } from "../../behaviour/observe/observation.ts";
import { isPosition } from "../../behaviour/observe/positions.ts";
import { valueAt } from "../../cases/edits.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import type { WorldObservations } from "../world.ts";

export function openObservations({ observer, verdicts }: Engine): WorldObservations {
  return {
    async observe(watch, things) {
      const observations = [];
      for (const name of watch) observations.push(await observer.observeBriefly(things[name]!));
      return observations.flat();
    },
    async read({ tool, path }, thing) {
      const [snapshot] = await observer.observe(thing, { only: tool });
      const { value: shown, called } = requireDeclared(snapshot);
      if (shown === undefined) throw verdicts.setupFailed(called);
      const value = valueAt(shown, path);
      if (value !== undefined) return value;
      throw new PreconditionError("setup", `${tool} shows nothing at ${path}`, called.exchange);
    },
    isAtWork: (observation) => observer.isAtWork(observation),
    isVolatile: ({ tool, at }) => observer.isVolatile(tool, at),
    listChanges: (before, after) =>
      compareObservations(before, after).filter(
        (change) => !isPosition(change) && !observer.isVolatile(change.tool, change.at),
      ),
    learnVolatile(changes) {
      for (const { tool, at } of changes) observer.addVolatile(tool, at);
    },
  };
}
