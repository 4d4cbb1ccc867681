/** A rule of the spec about single results of a tool. */
import type { CompletedCall } from "../../calls/completed-call.ts";
import type { Json } from "../../cases/edits.ts";

/** The answer of a check if its rule does not apply to the result. */
export const notApplicable = Symbol("notApplicable");

/** A problem that another call may explain whose answer comes later. */
export interface Suspicion {
  readonly problem: string;
  /** Whether a call of the run explains it. Asked when all calls were answered. */
  isExplained(): boolean;
}

/** The problem of a result; `undefined` if there is none; `notApplicable` if the rule does not apply to the result. */
export type ResultProblem = string | Suspicion | undefined | typeof notApplicable;

export type ResultCheck = (input: Json, result: Json, call: CompletedCall) => ResultProblem;
