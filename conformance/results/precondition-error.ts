import type { Exchange } from "../wire/client.ts";
import type { Cause, Failed } from "./verdict.ts";

/** Thrown when a case cannot be tried: the case is unverified for this cause. */
export class PreconditionError extends Error {
  override readonly name = "PreconditionError";
  readonly why: Cause;
  readonly exchange: Exchange | undefined;
  /** What the target did wrong, where a call that sets the case up shows it: then the case fails. */
  failure?: Failed;

  constructor(why: Cause, message: string, exchange?: Exchange) {
    super(message);
    this.why = why;
    this.exchange = exchange;
  }
}

/** `undefined` where the work throws a PreconditionError. */
export function ifPossible<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof PreconditionError) return undefined;
    throw error;
  });
}

/** What a case needs of the spec. Throws a PreconditionError where the spec does not declare it. */
export function declared<Rule>(
  rule: Rule | undefined,
  why = "the case refers to a rule that is missing",
): Rule {
  if (rule === undefined) throw new PreconditionError("undeclared", why);
  return rule;
}
