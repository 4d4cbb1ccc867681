/** Judges the cases of kind modes: what the annotations of a tool say of its effects. */
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { listObservers } from "./calls-together.ts";
import { idempotentVerdict } from "./idempotent.ts";
import { notDestructiveVerdict } from "./not-destructive.ts";
import { readOnlyVerdict } from "./read-only.ts";

export const modes: KindOfBehaviour<ModeCase> = {
  // Most reading tools are called between looks that they share. Those that look, and others, make, see and end something.
  cost: ({ check, tool }, { entities }) =>
    check === "read-only" && !listObservers(entities).includes(tool) ? 4 : 9,
  writes: (each, { behaviour }) =>
    each.check !== "read-only" || Object.values(behaviour?.entities ?? {}).some(({ madeBy }) => madeBy),
  // What other cases do at the same time would look like an effect of the tool.
  when: () => "alone",
  verdict: (each, engine) => verdicts[each.check](each, engine),
};

const verdicts = {
  "read-only": readOnlyVerdict,
  idempotent: idempotentVerdict,
  "not-destructive": notDestructiveVerdict,
};
