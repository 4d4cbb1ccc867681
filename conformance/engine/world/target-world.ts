/** The world at a real target. */
import type { Engine } from "../../behaviour/engine.ts";
import type { Spec } from "../law.ts";
import type { World } from "../world.ts";
import { openCallers } from "./callers.ts";
import { openInstances } from "./instances.ts";
import { openObservations } from "./observations.ts";

export function openWorld(engine: Engine, spec: Spec): World {
  return {
    spec,
    instances: openInstances(engine),
    observations: openObservations(engine),
    callers: openCallers(engine),
  };
}
