/** Creates the items of a list, with the values that its filters ask for. */
import type { NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { CallRule } from "../../cases/call-rules.ts";
import { type Json, type JsonObject, steps, valueAt } from "../../cases/edits.ts";
import type { RepeatRule } from "../../cases/rules/results.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import type { MakeOptions } from "../instances/options.ts";
import { listIdArguments } from "../rules/rule-calls.ts";
import { takeInstanceInState } from "../states/spare-instances.ts";
import { lastStep } from "./list-rule.ts";

/** Creates an entity with these values: sets a state by transitions, and other fields by the argument that they repeat, or that has their name. */
export async function makeWith(
  engine: Engine,
  entity: string,
  values: JsonObject,
  options: MakeOptions,
): Promise<EntityInstance> {
  const { states, repeats, entities } = engine.rules;
  const walks = Object.entries(states).flatMap(([name, machine]) => {
    const state = machine.entity === entity && values[lastStep(machine.field.path)];
    return typeof state === "string" && machine.states.includes(state) ? [{ name, state }] : [];
  });
  const isOfRun = options.account === undefined && Object.keys(options.instances ?? {}).length === 0;
  if (walks[0] && isOfRun && Object.keys(values).length === 1)
    return (await takeInstanceInState(engine, walks[0].name, walks[0].state)).instance;
  const maker = entities[entity]!.madeBy!;
  const input: Record<string, Json> = { ...options.input };
  const instances: Record<string, NamedEntity> = { ...options.instances };
  const ids = listIdArguments(engine.rules, maker.tool);
  const repeated = repeats[maker.tool] ?? [];
  for (const { argument, path } of [...repeated, ...listNamesakes(maker, values, engine.rules)]) {
    const value = values[lastStep(path)];
    const [name = ""] = steps(argument);
    if (value === undefined || steps(argument).length !== 1) continue;
    const named = ids.find((place) => place.path === argument);
    if (named !== undefined) {
      instances[named.entity] ??= { id: value };
      continue;
    }
    // A filter by a label gives one label, where the argument is the list of them.
    const fitting = [value, [value]].find((each) =>
      engine.context.schemas.fits(maker.tool, { ...Object(maker.input), [name]: each }),
    );
    if (fitting !== undefined) input[name] = fitting;
  }
  const last = walks.at(-1);
  const shapes = last && (await engine.states.findShapesToward(last.name, last.state));
  const instance = await engine.instances.make(entity, { ...options, instances, input, shapes });
  for (const { name, state } of walks) await engine.states.bring(instance, name, state);
  return instance;
}

/** Lists arguments of the example that have the name of a field which no argument repeats and that is no state: an amount that the server rounds. */
function listNamesakes(
  { tool, input }: CallRule,
  values: JsonObject,
  { repeats, states }: Pick<Behaviour, "repeats" | "states">,
): Pick<RepeatRule, "argument" | "path">[] {
  const paths = [...(repeats[tool] ?? []), ...Object.values(states).map(({ field }) => field)].map(
    ({ path }) => path,
  );
  return Object.keys(values)
    .filter((name) => !paths.some((path) => lastStep(path) === name))
    .map((name) => `/${name}`)
    .filter((pointer) => valueAt(input, pointer) !== undefined)
    .map((pointer) => ({ argument: pointer, path: pointer }));
}
