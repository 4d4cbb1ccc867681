import type { Cause, Evidence } from "../results/verdict.ts";

/** Thrown when a case cannot be tried: the case is unverified for this cause. */
export class Obstacle extends Error {
  override readonly name = "Obstacle";
  readonly why: Cause;
  readonly evidence: Evidence | undefined;

  constructor(why: Cause, message: string, evidence?: Evidence) {
    super(message);
    this.why = why;
    this.evidence = evidence;
  }
}
