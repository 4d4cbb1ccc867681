import type { Engine } from "./engine.ts";

/** Creates a cache for values that several cases of a run share: the first request for a name creates its value. */
export function oncePerRun<Value>(): (engine: Engine, name: string, make: () => Value) => Value {
  const runs = new WeakMap<Engine, Map<string, Value>>();
  return (engine, name, make) => {
    const known = runs.get(engine) ?? new Map<string, Value>();
    runs.set(engine, known);
    const value = known.get(name) ?? make();
    known.set(name, value);
    return value;
  };
}
