/** Says that a case cannot be decided, and why. */
import type { Exchange } from "../wire/client.ts";
import type { Cause, Failed } from "./verdict.ts";

/** Thrown when a case cannot be decided: the case is unverified for this cause. */
export class PreconditionError extends Error {
  override readonly name = "PreconditionError";
  readonly why: Cause;
  readonly exchange: Exchange | undefined;
  /** The failure of the target, if a call that prepares the case shows one: then the case fails. */
  failure?: Failed;

  constructor(why: Cause, message: string, exchange?: Exchange) {
    super(message);
    this.why = why;
    this.exchange = exchange;
  }
}

/** Whether a call that prepares a case was refused, or went wrong in another way. */
export function isSetupFailure(error: unknown): boolean {
  return error instanceof PreconditionError && error.why === "setup";
}

/** Resolves to `undefined` if the work throws a PreconditionError. */
export function ifPossible<Result>(work: Promise<Result>): Promise<Result | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof PreconditionError) return undefined;
    throw error;
  });
}

/** Returns a rule that a case needs. Throws a PreconditionError if the spec does not declare it. */
export function requireDeclared<Rule>(
  rule: Rule | undefined,
  why = "the case refers to a rule that is missing",
): Rule {
  if (rule === undefined) throw new PreconditionError("undeclared", why);
  return rule;
}
