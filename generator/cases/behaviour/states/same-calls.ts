/** Finds transitions that one call makes, each from states of its own: a card is activated, and a frozen one unfrozen. */
import { canonical } from "@toolwright/runtime/json";
import { type StateMachine, type ToolTransition, toolTransitions } from "../../../model/behaviour.ts";

/** Whether the call makes another transition from a state, and not this one. That one has a case of its own there. */
export function isCallOfOther({ by, from }: ToolTransition, state: string, machine: StateMachine): boolean {
  if (from.includes(state)) return false;
  return toolTransitions(machine).some(
    (other) =>
      other.from.includes(state) &&
      other.by.tool === by.tool &&
      canonical(other.by.input ?? {}) === canonical(by.input ?? {}),
  );
}
