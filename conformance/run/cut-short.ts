/** Verdicts for cases that a run could not finish. */
import { CapReached } from "../calls/cap-reached.ts";
import { TargetUnreachable } from "../calls/reachability.ts";
import { BudgetExhausted } from "../calls/spending.ts";
import { Postponed } from "../results/postponed.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { unverified, type Verdict } from "../results/verdict.ts";
import { UsageError } from "../usage/usage-error.ts";
import { QuotaUsedUp } from "./next-period.ts";

/** Runs a task; rejects when the signal aborts, without waiting for the task. */
export function untilAborted<T>(begin: () => Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    begin()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** Returns the verdict on a case that ended with an error. */
export function undecidedVerdict(error: unknown, signal: AbortSignal): Verdict {
  if (signal.aborted) return unverified("interrupted", "the run was interrupted");
  if (error instanceof TargetUnreachable) return unverified(error.why, error.message);
  if (error instanceof BudgetExhausted) return unverified(error.why, error.message);
  if (error instanceof CapReached) return unverified("used-up", error.message, error.called.exchange);
  if (error instanceof QuotaUsedUp) return error.verdict;
  if (error instanceof Postponed) return unverified("used-up", error.message);
  if (error instanceof PreconditionError)
    return error.failure ?? unverified(error.why, error.message, error.exchange);
  // During a case only hooks throw it.
  if (error instanceof UsageError) return unverified("setup", error.message);
  return unverified("unsound", `the suite failed: ${error instanceof Error ? error.message : String(error)}`);
}
