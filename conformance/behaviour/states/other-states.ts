/** Reads what the call of a transition requires of the other state machines of its entity. */
import type { Behaviour, StateRule } from "../../cases/behaviour.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { findRoute, type Step, sumSeconds } from "../rules/transitions.ts";
import { findRequiredState } from "./required-states.ts";

/** A state machine, and the states of which an entity has to be in one. */
export interface OtherStates {
  readonly machine: string;
  readonly states: readonly string[];
}

export interface BringOptions {
  /** The code with which the call is to be refused; absent: it is to be accepted. */
  readonly refusedWith?: string | undefined;
  /** The account that has the entities; if absent, the account of the run. */
  readonly account?: string | undefined;
  /** The calls on the way are made as they are: a preparation that is tried out makes them. */
  readonly unprepared?: boolean | undefined;
  /** An instance that stays in its state of this machine: nothing is called that requires another one. */
  readonly leave?: { readonly instance: EntityInstance; readonly machine: string };
}

/** Lists what the tool of a transition requires of the entity's states of other machines than that of the transition. */
export function listOtherStates(
  rules: Pick<Behaviour, "states" | "requires">,
  machine: string,
  transition: string,
): OtherStates[] {
  const { entity, transitions } = rules.states[machine]!;
  const by = transitions[transition]?.by;
  return (by === undefined ? [] : (rules.requires[by.tool] ?? [])).flatMap((rule) => {
    if (rule.entity !== entity || rule.id !== by?.id) return [];
    const required = findRequiredState(rule, rules);
    if (required === undefined || required.machine === machine) return [];
    return [{ machine: required.machine, states: required.states.map(String) }];
  });
}

/** Finds the state with the shortest path to it; undefined if no path leads to any. */
export function findNearest(machine: StateRule, from: string, states: readonly string[]): string | undefined {
  return states
    .map((state) => ({ state, length: findRoute(machine, from, state)?.length }))
    .filter(({ length }) => length !== undefined)
    .toSorted((a, b) => a.length! - b.length!)[0]?.state;
}

/** Returns a state machine in which the server makes transitions in calls alone. */
export function inCalls(machine: StateRule): StateRule {
  const made = Object.entries(machine.serverTransitions).filter(([, { during }]) => during !== undefined);
  return { ...machine, serverTransitions: Object.fromEntries(made) };
}

/** Whether the calls of a path require another state of the machine in which an instance stays where it is. */
export function requiresMove(
  rules: Pick<Behaviour, "states" | "requires">,
  { instance, machine }: Required<BringOptions>["leave"],
  of: string,
  path: readonly string[],
): boolean {
  const present = instance.states.get(machine)!;
  return path
    .flatMap((transition) => listOtherStates(rules, of, transition))
    .some((required) => required.machine === machine && !required.states.includes(present));
}

/** Sums the seconds that have to pass for some transitions of a new entity: for those of the server, and for what calls require of its other states. */
export function secondsOfWay(
  rules: Pick<Behaviour, "states" | "requires">,
  machine: string,
  way: readonly Pick<Step, "name">[],
): number {
  const others = new Map(
    way.flatMap(({ name }) =>
      listOtherStates(rules, machine, name).map((required) => [required.machine, required] as const),
    ),
  );
  return [...others.values()].reduce(
    (sum, required) => {
      const other = rules.states[required.machine]!;
      const state = findNearest(other, other.initial, required.states);
      return sum + sumSeconds(other, (state && findRoute(other, other.initial, state)) || []);
    },
    sumSeconds(rules.states[machine]!, way),
  );
}
