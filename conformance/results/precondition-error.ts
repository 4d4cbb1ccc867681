import type { Cause, Evidence, Failed } from "./verdict.ts";

/** Thrown when a case cannot be tried: the case is unverified for this cause. */
export class PreconditionError extends Error {
  override readonly name = "PreconditionError";
  readonly why: Cause;
  readonly evidence: Evidence | undefined;
  /** What the target did wrong, where a call that sets the case up shows it: then the case fails. */
  failure?: Failed;

  constructor(why: Cause, message: string, evidence?: Evidence) {
    super(message);
    this.why = why;
    this.evidence = evidence;
  }
}

/** `undefined` where the work throws a PreconditionError. */
export function ifPossible<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof PreconditionError) return undefined;
    throw error;
  });
}

/** A rule that the case refers to. Throws a PreconditionError if the case file lacks it. */
export function declared<Rule>(rule: Rule | undefined): Rule {
  if (rule === undefined)
    throw new PreconditionError("undeclared", "the case refers to a rule that is missing");
  return rule;
}
