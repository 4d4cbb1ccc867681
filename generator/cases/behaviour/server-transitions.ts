/** Derives the cases about what the server does by itself. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import type { StateMachine, ToolTransition } from "../../model/behaviour.ts";
import {
  isPassing,
  reachedFrom,
  serverTransitions,
  statesOf,
  toolTransitions,
} from "../../model/transitions.ts";
import { locationBelow } from "../../resolve/limits.ts";
import type { BehaviourContext } from "./context.ts";
import { checked, promise } from "./promise.ts";

interface Led {
  readonly machine: StateMachine;
  /** The name of the entity. */
  readonly what: string;
  readonly untestable: string | undefined;
}

/** One case for each state from which the server leads on at once, and one for each state that ends after a duration. */
export function serverCases(led: Led, context: BehaviourContext): BehaviourCase[] {
  const { machine } = led;
  const begun = statesOf(machine).filter((state) => isPassing(state, machine) && !isLedFrom(state, machine));
  return [...begun.map((state) => ledCase(state, led, context)), ...timedCases(led, context)];
}

function ledCase(
  state: string,
  { machine, what, untestable }: Led,
  context: BehaviourContext,
): BehaviourCase {
  const must = `The server leads a ${what} that is ${state} on as its transitions allow, to a state that then stays.`;
  const at = context.at(locationBelow(machine.at, ["transitions"]));
  const promised = promise("states", `${machine.name}/${state}/led`, machine.field.tool, must, at);
  return checked(promised, untestable ?? { machine: machine.name, check: "led", state });
}

function timedCases({ machine, what, untestable }: Led, context: BehaviourContext): BehaviourCase[] {
  return serverTransitions(machine).flatMap(({ name, from, to, after, at }) =>
    after === undefined
      ? []
      : from.map((state): BehaviourCase => {
          const must = `A ${what} that is ${state} becomes ${to} when ${after} ends, and not before.`;
          const id = `${machine.name}/${state}/${name}`;
          const promised = promise("states", id, machine.field.tool, must, context.at(at));
          const check = { machine: machine.name, check: "in-time", state, transition: name } as const;
          return checked(promised, untestable ?? check);
        }),
  );
}

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
