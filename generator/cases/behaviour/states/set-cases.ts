/** Derives the cases about times and counters that transitions set. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import { withoutUndefined } from "../../../model/members.ts";
import { type StateMachine, toolTransitions } from "../../../model/states.ts";
import { addCheck, promise } from "../../promise.ts";
import type { BehaviourContext } from "../context.ts";
import { toShown } from "./state-field.ts";

/** A state machine, and what the texts of its cases say. */
export interface Shown {
  readonly machine: StateMachine;
  /** The name of the entity. */
  readonly what: string;
  readonly untestable: string | undefined;
}

/** Makes cases for the times and counters that transitions set: they do, from each state, and nothing else does. */
export function setCases(shown: Shown, context: BehaviourContext): BehaviourCase[] {
  const { machine, what } = shown;
  const setters = toolTransitions(machine);
  const shownAt = (path: string) => toShown(path, machine, context);
  const places = new Set(machine.transitions.flatMap(({ sets = [] }) => sets));
  return [
    ...[...places].map((path): BehaviourCase => {
      const names = machine.transitions
        .filter(({ sets = [] }) => sets.includes(path))
        .map(({ name }) => name);
      const place = shownAt(path);
      const must = `${place} of ${withArticle(what)} changes only by ${names.join(" or ")}.`;
      const at = context.at(machine.at);
      return shownCase(shown, { id: `set-only${place}`, must, at }, { check: "set-only", path: place });
    }),
    ...setters.flatMap(({ name, from, at, by, sets = [] }) =>
      from.flatMap((state) =>
        sets.map(shownAt).map((path): BehaviourCase => {
          const after = findDuration(by.tool, path, context);
          const time = after === undefined ? "that of the call" : `${after} s after the call`;
          const must = `${name} of ${withArticle(what)} that is ${state} sets ${path}: a time to ${time}, a counter higher.`;
          const id = `${machine.name}/${state}/${name}/sets${path}`;
          const set = { machine: machine.name, check: "sets", state, transition: name, path } as const;
          const check = { ...set, ...withoutUndefined({ after }) };
          return addCheck(promise("states", id, by.tool, must, context.at(at)), shown.untestable ?? check);
        }),
      ),
    ),
  ];
}

/** Finds the seconds of the duration that begins with a call of the tool, and whose end is at the place. */
function findDuration(tool: string, path: string, { model }: BehaviourContext): number | undefined {
  const limit = model.limits.find(
    ({ kind, endsAt, appliesTo }) =>
      kind === "duration" && endsAt === path && appliesTo !== "all" && appliesTo?.includes(tool),
  );
  return limit?.numbers.seconds;
}

/** Makes a case that only reads the output of the machine's tool. */
export function shownCase<const Check extends object>(
  { machine: { name, field }, untestable }: Shown,
  { id, must, at }: { readonly id: string; readonly must: string; readonly at: string },
  check: Check,
) {
  const promised = promise("states", `${name}/${id}`, field.tool, must, at);
  return addCheck(promised, untestable ?? { machine: name, ...check });
}
