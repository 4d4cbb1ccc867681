/** Finds the transition that a call makes, and the calls before it. */
import type { Behaviour, StateRule, TransitionRule } from "../../cases/behaviour.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { hasArgumentsOf } from "../rules/rule-calls.ts";
import { findCallPath, findRoute } from "../rules/transitions.ts";

type InstanceTransition = TransitionRule & { readonly by: { readonly id: string } };

/** Finds the transition that a call makes with an instance that it names. */
function findTransition(
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

/** Finds the transition that a call makes, or would make with a text that it lacks: such a call is to be refused since it has none. */
export function findIntendedTransition(
  rules: Behaviour,
  machine: StateRule,
  tool: string,
  input: Json,
): InstanceTransition | undefined {
  return findTransition(rules, machine, tool, input) ?? findLackingTransition(rules, machine, tool, input);
}

function findLackingTransition(
  rules: Behaviour,
  { transitions }: StateRule,
  tool: string,
  input: Json,
): InstanceTransition | undefined {
  return Object.values(transitions).find((transition): transition is InstanceTransition => {
    const { id, free = [], declared, input: example, ...by } = transition.by;
    if (id === undefined || free.length === 0 || valueAt(input, id) === undefined) return false;
    const rest = applyEdits(
      declared ?? example,
      free.map((remove) => ({ remove })),
    ) as JsonObject;
    const isNamed = Object.keys(rest).some((argument) => `/${argument}` !== id);
    return isNamed && hasArgumentsOf(rules, { ...by, input: rest }, { tool, input });
  });
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

/** Finds the tool of the last call on the way to a state, or of a transition that is tried there. */
export function findLastTool(machine: StateRule, state: string, toward?: string): string | undefined {
  const way = findRoute(machine, machine.initial, state) ?? [];
  const names = [...way.map(({ name }) => name), ...(toward === undefined ? [] : [toward])];
  return names.flatMap((name) => machine.transitions[name]?.by.tool ?? []).at(-1);
}
