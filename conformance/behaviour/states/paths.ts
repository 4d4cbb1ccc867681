/** Finds the transition that a call makes, and the calls before it. */
import type { Behaviour, StateRule, TransitionRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import { hasArgumentsOf } from "../rules/rule-calls.ts";
import { findCallPath } from "../rules/transitions.ts";

type InstanceTransition = TransitionRule & { readonly by: { readonly id: string } };

/** Finds the transition that a call makes with an instance that it names. */
export function findTransition(
  rules: Behaviour,
  { transitions }: StateRule,
  tool: string,
  input: Json,
): InstanceTransition | undefined {
  return Object.values(transitions).find(
    (transition): transition is InstanceTransition =>
      transition.by.id !== undefined &&
      valueAt(input, transition.by.id) !== undefined &&
      hasArgumentsOf(rules, transition.by, { tool, input }),
  );
}

/** Finds the shortest path from the initial state to a state in which a transition is allowed, or is not. */
export function findPathBefore(
  machine: StateRule,
  made: TransitionRule,
  isAllowed: boolean,
): readonly string[] {
  const [shortest = []] = machine.states
    .filter((state) => made.from.includes(state) === isAllowed)
    .map((state) => findCallPath(machine, machine.initial, state))
    .filter((path) => path !== undefined)
    .filter((path) => !made.isRepeatable || path.every((name) => machine.transitions[name] !== made))
    .sort((a, b) => a.length - b.length);
  return shortest;
}
