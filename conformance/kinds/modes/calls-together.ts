/** Calls several tools between two observations, which their cases share. */
import type { Engine } from "../../behaviour/engine.ts";
import { compareObservations, type Observation } from "../../behaviour/observe/observation.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { keepAll, listShownEntities, makeObserved, noteChanged, type ObservedOptions } from "./trial.ts";

/** Calls of several tools between two observations. */
export interface Together<Result> extends ObservedOptions {
  call(each: ModeCase, input: Json, engine: Engine): Promise<Result>;
  /** Whether two observations show that every call has kept the promise. */
  isKept(before: Observation, after: Observation): boolean;
}

/** Case id -> its call; `undefined` if the observations differ. Then each tool is called alone, to find the one that changed something. */
export type CallsTogether<Result> = ReadonlyMap<string, Promise<Result>> | undefined;

export async function callTogether<Result>(
  { check }: ModeCase,
  engine: Engine,
  together: Together<Result>,
): Promise<CallsTogether<Result>> {
  // The first observation would hide changes that an observer makes on its first call. So observers are called alone.
  const observers = listObservers(engine.rules.entities);
  const cases = engine.planned.filter(
    (each): each is ModeCase =>
      each.kind === "modes" && "check" in each && each.check === check && !observers.includes(each.tool),
  );
  const shown = listShownEntities(engine, {});
  if (cases.length < 2 || shown.length === 0) return undefined;
  // Create the instances independently: a parent that has a child may refuse more children.
  const make = (entities: readonly string[]) =>
    Promise.all(entities.map((entity) => engine.instances.make(entity)));
  const { observe, observed, instances } = await makeObserved(shown, cases, engine, together, make);
  // Filling in arguments makes other entities, maybe within the observed ones: so it comes before the first look.
  const inputs = new Map<ModeCase, Promise<Json>>();
  for (const each of cases) {
    const example = exampleArguments(engine.context.cases, each);
    const input = engine.instances.fill(each.tool, example, { instances });
    inputs.set(each, input);
    await input.catch(() => undefined);
  }
  const before = await observe();
  const calls = new Map<string, Promise<Result>>();
  for (const [each, filled] of inputs) {
    const call = filled.then((input) => together.call(each, input, engine));
    calls.set(each.id, call);
    await call.catch(() => undefined);
  }
  const after = await observe();
  if (!together.isKept(before, after)) {
    noteChanged(engine, compareObservations(before, after));
    return undefined;
  }
  if (!together.withReferences) keepAll(engine, observed, after);
  return calls;
}

/** Lists the tools that show entities. */
export function listObservers(entities: Behaviour["entities"]): string[] {
  return Object.values(entities).flatMap(({ observedBy }) => observedBy.map(({ tool }) => tool));
}
