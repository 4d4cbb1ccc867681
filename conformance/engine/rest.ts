/** Observes things until the server has come to rest. This is the one place that observes again and again, and each loop has an end. */
import type { Observation } from "../behaviour/observe/observation.ts";
import type { World } from "./world.ts";

type Observe = () => Promise<Observation>;

/** The time after which a clock that counts seconds has advanced. */
const clockTickMs = 1_200;
/** The first pause while the server is working. Each one is twice as long as the one before, up to a clock tick. */
const firstPauseMs = 150;
/** The most observations while a state says that the server is working, and the most until two agree. */
const mostAtWork = 10;
const mostUntilEqual = 5;

/** Observes until no declared state says that the server is still working, for some seconds. */
export async function observeSettled(
  observe: Observe,
  { observations, callers }: World,
): Promise<Observation> {
  let pauseMs = firstPauseMs;
  for (let count = 1; ; count += 1) {
    const observation = await observe();
    if (count >= mostAtWork || !observations.isAtWork(observation)) return observation;
    await callers.pass(pauseMs);
    pauseMs = Math.min(2 * pauseMs, clockTickMs);
  }
}

/** Observes until two observations agree, for some seconds: the control tells what never comes to rest. */
export async function observeAtRest(observe: Observe, world: World): Promise<Observation> {
  let before = await observeSettled(observe, world);
  for (let count = 2; ; count += 1) {
    await world.callers.pass(clockTickMs);
    const after = await observe();
    const isEqual = world.observations.listChanges(before, after).length === 0;
    if (count >= mostUntilEqual || (isEqual && !world.observations.isAtWork(after))) return after;
    before = after;
  }
}
