/** Stops calls of work that was given up: others would still see what it makes and ends. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Postponed } from "../results/postponed.ts";

/** Work that may be given up, such as a case in an account without room for what it makes. */
export interface Attempt {
  isOver: boolean;
  /** The work that it is a part of. */
  readonly within: Attempt | undefined;
}

const attempts = new AsyncLocalStorage<Attempt | undefined>();

/** Begins work as a part of the present one. */
export function beginAttempt(): Attempt {
  return { isOver: false, within: attempts.getStore() };
}

/** @param attempt the work; undefined: it is never given up */
export function runAttempt<Result>(attempt: Attempt | undefined, run: () => Result): Result {
  return attempts.run(attempt, run);
}

/** Throws a Postponed if the present work was given up. */
export function requireAttempt(): void {
  for (let each = attempts.getStore(); each !== undefined; each = each.within)
    if (each.isOver) throw new Postponed("the run has ended what this needs");
}
