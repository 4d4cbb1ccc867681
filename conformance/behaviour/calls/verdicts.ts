/** Verdicts that include a call. */
import { PreconditionError } from "../../results/precondition-error.ts";
import { type Failed, failed, held, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import { type Called, isRefusedWith } from "./called.ts";

export interface Verdicts {
  /** Returns a failure with the call. `got` is by default its answer. */
  failed(expected: string, called: Called, got?: string): Failed;
  /** Returns the error for a call that should have prepared a case but did not succeed. */
  setupFailed(called: Called): PreconditionError;
}

export const verdicts: Verdicts = {
  failed(expected, { exchange }, got = describeAnswer(exchange.answer)) {
    return failed(expected, got, exchange);
  },
  setupFailed({ tool, outcome, exchange, usedUp }) {
    if (usedUp !== undefined)
      return new PreconditionError(
        "used-up",
        `${tool}, which prepares the case, was refused: nothing is left of ${usedUp}`,
        exchange,
      );
    if (outcome.is === "refusal" && outcome.code === "not_implemented")
      return new PreconditionError("not_implemented", `${tool} answers not_implemented`, exchange);
    const why = `${tool}, which prepares the case, gave ${describeAnswer(exchange.answer)}`;
    return new PreconditionError("setup", why, exchange);
  },
};

/** Checks that a call is refused with the code. Throws a PreconditionError if another rule refuses it. */
export function judgeRefused(called: Called, code: string, must: string): Verdict {
  if (called.outcome.is === "success") return verdicts.failed(must, called);
  if (!isRefusedWith(code, called)) throw verdicts.setupFailed(called);
  return held;
}
