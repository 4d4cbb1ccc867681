/** Tells what a trial makes from what cases share: the trial does not need it any more when it is over. */
import { AsyncLocalStorage } from "node:async_hooks";

/** The keys of the instances that the present trial has made. */
const trials = new AsyncLocalStorage<Set<string> | undefined>();

/** Runs a trial. @param made receives the keys of what it makes */
export function runTrial<Result>(made: Set<string>, run: () => Promise<Result>): Promise<Result> {
  return trials.run(made, run);
}

/** Runs a function whose instances last longer than the present trial. */
export function outsideOfTrials<Result>(run: () => Result): Result {
  return trials.run(undefined, run);
}

/** Notes that a call of the present trial has made an instance. */
export function noteMadeInTrial(key: string): void {
  trials.getStore()?.add(key);
}
