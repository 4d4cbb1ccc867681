/** Creates entities in each of their states, if the spec declares states. */
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import type { MakeOptions } from "../instances/options.ts";
import { findCallPath, isTransient } from "../rules/transitions.ts";

/**
 * Lists the lasting states that calls can bring a new entity to; only `undefined` for an entity without states, or one on which the server
 * is at work from the start, so that it decides all of them.
 */
export function listLastingStates(entity: string, rules: Behaviour): readonly (string | undefined)[] {
  const [, machine] = findMachine(entity, rules) ?? [];
  if (machine === undefined) return [undefined];
  const lasting = machine.states.filter(
    (state) => findCallPath(machine, machine.initial, state) && !isTransient(machine, state),
  );
  return lasting.length === 0 ? [undefined] : lasting;
}

/** Finds the state machine of an entity: its name and its rule. */
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
