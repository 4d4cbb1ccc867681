/** Caches for values that several cases of a run share: the first request for a name creates its value. */
import { forgetPostponed } from "../results/postponed.ts";
import { outsideOfTrials } from "./instances/trial-instances.ts";

/** @param engine the engine of the run */
type Cache<Value> = (engine: object, name: string, make: () => Value) => Value;

/** The caches of {@link whileInstancesLast}. */
const cachesOfInstances: WeakMap<object, Map<string, unknown>>[] = [];

/** Creates a cache for facts about the target. */
export function oncePerRun<Value>(): Cache<Value> {
  return makeCache(new WeakMap<object, Map<string, Value>>());
}

/** Creates a cache for values that hold instances: when the run ends all that it made, they are made again. */
export function whileInstancesLast<Value>(): Cache<Value> {
  const runs = new WeakMap<object, Map<string, Value>>();
  cachesOfInstances.push(runs);
  return makeCache(runs);
}

/** Empties the caches whose values hold instances. */
export function forgetInstances(engine: object): void {
  for (const runs of cachesOfInstances) runs.delete(engine);
}

function makeCache<Value>(runs: WeakMap<object, Map<string, Value>>): Cache<Value> {
  return (engine, name, make) => {
    const known = runs.get(engine) ?? new Map<string, Value>();
    runs.set(engine, known);
    if (!known.has(name)) {
      const value = outsideOfTrials(make);
      known.set(name, value);
      forgetPostponed(known, name, value);
    }
    return known.get(name)!;
  };
}
