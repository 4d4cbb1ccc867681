import type { Case } from "../cases/format.ts";
import type { CheckCase } from "../checks/check-case.ts";
import type { Subject } from "../results/verdict.ts";

/** What a run is made of: the cases of a spec, and the checks of the protocol. */
export type Runnable = Case | CheckCase;

export function subjectOf(each: Runnable): Subject {
  const { id, must, at, kind, tool } = each;
  return { id, must, at, kind, tool, ...(each.kind === "protocol" && { level: each.level }) };
}
