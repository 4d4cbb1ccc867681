import type { Case } from "../cases/format.ts";
import type { CheckCase } from "../checks/check-case.ts";
import type { Subject } from "../results/verdict.ts";

/** A case of the spec, or a check of the protocol. */
export type Runnable = Case | CheckCase;

export function subjectOf(each: Runnable): Subject {
  const { id, must, at, kind, tool } = each;
  return { id, must, at, kind, tool, ...(each.kind === "protocol" && { level: each.level }) };
}
