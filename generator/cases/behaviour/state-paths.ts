/** What the ways to a state say of it: whether a call was made on the way, and whether only the server leads there. */
import type { StateMachine, ToolTransition } from "../../model/behaviour.ts";
import { reachedFrom, serverTransitions, toolTransitions } from "../../model/transitions.ts";

/** Whether every way to the state leads over the transition. */
export function isMadeBefore(
  transition: ToolTransition,
  state: string,
  { initial, transitions }: StateMachine,
): boolean {
  const others = transitions.filter((each) => each !== transition);
  return !reachedFrom(initial, others).includes(state) && reachedFrom(initial, transitions).includes(state);
}

/** Whether only the server leads to the state: from the initial one, or from one that a call leads to. */
export function isLedFrom(state: string, machine: StateMachine): boolean {
  if (state === machine.initial || toolTransitions(machine).some(({ to }) => to === state)) return false;
  return serverTransitions(machine).some(({ to }) => to === state);
}
