/** Rules about transitions that the server makes by itself, and about the durations that they name. */
import type { Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import {
  type StateMachine,
  serverTransitions,
  type Transition,
  toolTransitions,
} from "../model/behaviour.ts";
import type { Limit, Model } from "../model/model.ts";
import { keyBelow, locationBelow } from "../resolve/limits.ts";
import type { Rule } from "./rule.ts";

export const serverTransitionRules: readonly Rule[] = [
  {
    code: "state-by-itself",
    sentence:
      "Only transitions of the server take time: `within`, `after` and `poll` need a transition `by: server`.",
    violations: ({ states }) => states.flatMap((machine) => [...timedCalls(machine), ...idlePoll(machine)]),
  },
  {
    code: "state-duration",
    sentence: "The time that a transition takes is one limit of kind duration: `within` or `after`.",
    violations: (model) =>
      model.states.flatMap(serverTransitions).flatMap((transition) => wrongDurations(transition, model)),
  },
];

function timedCalls(machine: StateMachine): Violation[] {
  return toolTransitions(machine).flatMap(({ within, after, at }) =>
    Object.entries({ within, after })
      .filter(([, name]) => name !== undefined)
      .map(([key]) => ({
        at: keyBelow(at, [key]),
        detail: `A call makes this transition, so ${JSON.stringify(key)} has no effect.`,
        hint: "Delete it, or write `by: server`.",
      })),
  );
}

function idlePoll(machine: StateMachine): Violation[] {
  if (machine.field.poll === undefined || serverTransitions(machine).length > 0) return [];
  const at = keyBelow(machine.at, ["field", "poll"]);
  return [{ at, detail: "Only calls change this state, so no reader waits for it.", hint: "Delete it." }];
}

function wrongDurations({ within, after, at }: Transition, { limits }: Model): Violation[] {
  if (within !== undefined && after !== undefined) {
    const detail = "`after` says exactly when the transition is made.";
    return [{ at: keyBelow(at, ["within"]), detail, hint: "Delete one of the two." }];
  }
  return Object.entries({ within, after }).flatMap(([key, name]) =>
    name === undefined ? [] : wrongDuration(name, locationBelow(at, [key]), limits),
  );
}

function wrongDuration(name: string, at: Violation["at"], limits: readonly Limit[]): Violation | [] {
  const limit = limits.find((each) => each.name === name);
  if (limit?.kind === "duration") return [];
  if (limit !== undefined)
    return { at, detail: `${JSON.stringify(name)} is a limit of kind ${limit.kind}, not a duration.` };
  const durations = limits.filter(({ kind }) => kind === "duration").map((each) => each.name);
  const detail = `There is no limit ${JSON.stringify(name)} of kind duration.`;
  return { at, detail, hint: didYouMean(name, durations) };
}
