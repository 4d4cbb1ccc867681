/** Judges the cases of kind modes: the annotations of a tool about its effects. */
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { listObservers } from "./calls-together.ts";
import { idempotentVerdict } from "./idempotent.ts";
import { notDestructiveVerdict } from "./not-destructive.ts";
import { readOnlyVerdict } from "./read-only.ts";

export const modes: KindOfBehaviour<ModeCase> = {
  // Most reading tools share their observations. Observers and other tools need their own instances.
  cost: ({ check, tool }, { entities }) =>
    check === "read-only" && !listObservers(entities).includes(tool) ? 4 : 9,
  briefCost: ({ check, tool }, { entities }) => {
    if (check === "not-destructive") return 28;
    return check === "read-only" && !listObservers(entities).includes(tool) ? 4 : 9;
  },
  writes: (each, { behaviour }) =>
    each.check !== "read-only" || Object.values(behaviour?.entities ?? {}).some(({ madeBy }) => madeBy),
  // Concurrent changes of other cases would look like effects of the tool.
  when: () => "alone",
  verdict: (each, engine) => verdicts[each.check](each, engine),
};

const verdicts = {
  "read-only": readOnlyVerdict,
  idempotent: idempotentVerdict,
  "not-destructive": notDestructiveVerdict,
};
