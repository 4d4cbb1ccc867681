/** Rules about transitions that the server makes by itself, and about the durations that they name. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Violation } from "../diagnostics/diagnostic.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import type { Limit, Model } from "../model/model.ts";
import {
  type ServerTransition,
  type StateMachine,
  serverTransitions,
  type Transition,
  toolTransitions,
} from "../model/states.ts";
import { keyBelow, locationBelow } from "../resolve/limits.ts";
import { idsIn } from "./behaviour/named-places.ts";
import { absent, type Rule } from "./rule.ts";

export const serverTransitionRules: readonly Rule[] = [
  {
    code: "state-by-itself",
    sentence:
      "Only the server makes transitions by itself: `within`, `after`, `during`, `queue`, `changes` and `poll` need a transition `by: server`.",
    violations: ({ states }) => states.flatMap((machine) => [...timedCalls(machine), ...idlePoll(machine)]),
  },
  {
    code: "state-refused",
    sentence: "Only calls are refused: a transition `by: server` has no `refused`.",
    violations: ({ states }) =>
      states.flatMap(serverTransitions).flatMap(({ refused, at }) =>
        refused === undefined
          ? []
          : [
              {
                at: keyBelow(at, ["refused"]),
                detail: "The server makes this transition, so no call of it is refused.",
                hint: "Delete it, or write it in the rule that refuses the call.",
              },
            ],
      ),
  },
  {
    code: "state-duration",
    sentence:
      "The server makes a transition at one time: at the end of a limit of kind duration (`within` or `after`), or in calls (`during`).",
    violations: (model) =>
      model.states.flatMap(serverTransitions).flatMap((transition) => wrongDurations(transition, model)),
  },
  {
    code: "state-during",
    acceptable: true,
    sentence:
      "`during` names tools that write, and whose calls about other entities change the state of this one.",
    violations: (model) =>
      model.states.flatMap((machine) =>
        serverTransitions(machine).flatMap((transition) => wrongCalls(transition, machine, model)),
      ),
  },
  {
    code: "state-queue",
    sentence:
      "A queue is in an entity that those who wait were made in, and a call leads the first on: `queue` needs `during`.",
    violations: (model) =>
      model.states.flatMap((machine) =>
        serverTransitions(machine).flatMap((transition) => wrongQueue(transition, machine, model)),
      ),
  },
];

function wrongQueue(
  { queue, during, at }: ServerTransition,
  machine: StateMachine,
  model: Model,
): Violation[] {
  if (queue === undefined) return [];
  const place = locationBelow(at, ["queue"]);
  const entity = model.entities.find(({ name }) => name === queue);
  if (!entity) {
    const known = model.entities.map(({ name }) => name);
    return [absent("entity", queue, known, place)];
  }
  if (during === undefined) {
    const detail = "The server leads all of them on when their time has come.";
    return [{ at: keyBelow(at, ["queue"]), detail, hint: "Name the calls that lead one on: `during`." }];
  }
  const shower = model.tools.find(({ name }) => name === machine.field.tool);
  const waiting = model.entities.find((each) => shower && idsIn(each, shower, "input", model).length > 0);
  const maker = model.tools.find(({ name }) => name === waiting?.madeBy?.tool);
  if (!maker || idsIn(entity, maker, "input", model).length > 0) return [];
  return [{ at: place, detail: `${maker.name} takes no id of ${withArticle(queue)}.` }];
}

/** Finds tools that change nothing, and tools whose call about the entity itself makes the same transition. */
function wrongCalls({ from, to, during = [], at }: Transition, machine: StateMachine, model: Model) {
  return during.flatMap((name, index): Violation[] => {
    const place = locationBelow(at, ["during", index]);
    const tool = model.tools.find((each) => each.name === name);
    if (tool?.annotations?.readOnlyHint === true) return [{ at: place, detail: `${name} only reads.` }];
    const own = toolTransitions(machine).find(
      (each) => each.by.tool === name && each.to === to && each.from.some((state) => from.includes(state)),
    );
    if (own === undefined) return [];
    const detail = `A call of ${name} makes the same change of its own entity: ${JSON.stringify(own.name)}.`;
    const hint = "Delete it. If a call about another entity makes the change, too, accept this rule.";
    return [{ at: place, detail, hint }];
  });
}

function timedCalls(machine: StateMachine): Violation[] {
  return toolTransitions(machine).flatMap(({ within, after, during, queue, changes, by, at }) =>
    Object.entries({ within, after, during, queue, changes })
      .filter(([, name]) => name !== undefined)
      .map(([key]) => ({
        at: keyBelow(at, [key]),
        detail: `A call makes this transition, so ${JSON.stringify(key)} has no effect.`,
        hint:
          key === "changes"
            ? `Write it in the file of ${by.tool}, as what its calls change.`
            : "Delete it, or write `by: server`.",
      })),
  );
}

function idlePoll(machine: StateMachine): Violation[] {
  const isAwaited = serverTransitions(machine).some(({ during }) => during === undefined);
  if (machine.field.poll === undefined || isAwaited) return [];
  const at = keyBelow(machine.at, ["field", "poll"]);
  return [{ at, detail: "Only calls change this state, so no reader waits for it.", hint: "Delete it." }];
}

function wrongDurations({ within, after, during, at }: Transition, { limits }: Model): Violation[] {
  if (during !== undefined && (within ?? after) !== undefined) {
    const detail = "The server makes this transition in a call, whatever time has passed.";
    const hint = "Write two transitions, one for the time and one for the calls.";
    return [{ at: keyBelow(at, ["during"]), detail, hint }];
  }
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
