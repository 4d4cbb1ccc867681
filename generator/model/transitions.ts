/** What follows from the transitions of a state machine: its states, which of them are reached, and which the server leaves. */
import type { ServerTransition, StateMachine, ToolTransition, Transition } from "./behaviour.ts";

/** All states, the initial one first. */
export function statesOf({ initial, transitions }: StateMachine): string[] {
  return [...new Set([initial, ...transitions.flatMap(({ from, to }) => [...from, to])])];
}

export function toolTransitions({ transitions }: StateMachine): ToolTransition[] {
  return transitions.filter((each): each is ToolTransition => each.by !== "server");
}

export function serverTransitions({ transitions }: StateMachine): ServerTransition[] {
  return transitions.filter((each): each is ServerTransition => each.by === "server");
}

/** The states that transitions reach from a state, in the order of their distance; the state itself is the first. */
export function reachedFrom(state: string, transitions: readonly Transition[]): string[] {
  const reached = new Set([state]);
  for (const each of reached)
    for (const { from, to } of transitions) if (from.includes(each)) reached.add(to);
  return [...reached];
}

/** Whether the server leaves the state by itself, as soon as its work is done. */
export function isPassing(state: string, machine: StateMachine): boolean {
  return serverTransitions(machine).some(({ from, after }) => after === undefined && from.includes(state));
}
