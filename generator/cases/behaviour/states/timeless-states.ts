/** Finds the lasting states to which an entity can be led, also without waiting for the end of a time. */
import { isPassing, listReachable, listStates, type StateMachine } from "../../../model/states.ts";
import type { BehaviourContext } from "../context.ts";
import { toEntity } from "./state-field.ts";

/** Finds the state machine of an entity that has all these states. */
export function findMachineWith(
  entity: string,
  states: readonly string[],
  context: BehaviourContext,
): StateMachine | undefined {
  return context.model.states.find(
    (each) =>
      toEntity(each, context)?.name === entity && states.every((state) => listStates(each).includes(state)),
  );
}

/** Lists the lasting states to which calls, the work of the server or the end of a time lead. */
export function listLastingStates(machine: StateMachine): string[] {
  const reached = listReachable(machine.initial, machine.transitions);
  return listStates(machine).filter((state) => reached.includes(state) && !isPassing(state, machine));
}

/** Lists the lasting states to which calls or the work of the server lead. Where the end of a time leads, the interval may be over. */
export function listTimelessStates(machine: StateMachine | undefined): string[] {
  if (machine === undefined) return [];
  const timeless = machine.transitions.filter(({ by, after }) => by !== "server" || after === undefined);
  const reached = listReachable(machine.initial, timeless);
  return listStates(machine).filter((state) => reached.includes(state) && !isPassing(state, machine));
}
