/** Entities in each of their states, where their spec declares any. */
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import type { MakeOptions } from "../instances/instances.ts";
import { isPassing, pathTo } from "../rules/transitions.ts";

/** The lasting states that calls bring a new entity to; one that is no state for an entity without states. */
export function lastingStates(entity: string, rules: Behaviour): readonly (string | undefined)[] {
  const [, machine] = findMachine(entity, rules) ?? [];
  if (machine === undefined) return [undefined];
  return machine.states.filter(
    (state) => pathTo(machine, machine.initial, state) && !isPassing(machine, state),
  );
}

/** The name of the state machine of an entity, and its rule. */
export function findMachine(
  entity: string,
  { states }: Behaviour,
): readonly [name: string, machine: StateRule] | undefined {
  return Object.entries(states).find(([, machine]) => machine.entity === entity);
}

export function makeInState(
  entity: string,
  state: string | undefined,
  engine: Engine,
  options?: MakeOptions,
): Promise<EntityInstance> {
  const [machine] = findMachine(entity, engine.rules) ?? [];
  return state && machine
    ? engine.states.makeIn(machine, state, options)
    : engine.instances.make(entity, options);
}
