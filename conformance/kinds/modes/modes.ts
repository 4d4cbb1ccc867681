/** Judges the cases of kind modes: the annotations of a tool about its effects. */
import type { Behaviour } from "../../cases/behaviour.ts";
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { listObservers } from "./calls-together.ts";
import { idempotentVerdict } from "./idempotent.ts";
import { notDestructiveVerdict } from "./not-destructive.ts";
import { countObserved } from "./observers.ts";
import { readOnlyVerdict } from "./read-only.ts";

export const modes: KindOfBehaviour<ModeCase> = {
  cost: (each, rules, cases) => countObserved(each, cases) ?? countShared(each, rules, 9),
  briefCost: (each, rules, cases) =>
    countObserved(each, cases) ?? countShared(each, rules, each.check === "not-destructive" ? 28 : 9),
  writes: (each, { behaviour }) =>
    each.check !== "read-only" || Object.values(behaviour?.entities ?? {}).some(({ madeBy }) => madeBy),
  // Concurrent changes of other cases would look like effects of the tool.
  when: () => "alone",
  verdict: (each, engine) => verdicts[each.check](each, engine),
};

/** Most reading tools share their observations. Observers and other tools need their own instances. */
function countShared(
  { check, tool }: ModeCase,
  { entities }: Pick<Behaviour, "entities">,
  alone: number,
): number {
  return check === "read-only" && !listObservers(entities).includes(tool) ? 4 : alone;
}

const verdicts = {
  "read-only": readOnlyVerdict,
  idempotent: idempotentVerdict,
  "not-destructive": notDestructiveVerdict,
};
