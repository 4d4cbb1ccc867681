/** Reads a list to which calls have added one entry more than its limit allows. */
import { type Called, isRateLimited } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import type { LimitCase } from "../../cases/limits.ts";

/**
 * Reads the list, twice if it is refused. A server that checks its own results refuses to show one that is too long: that is a failure, since
 * the same call has shown the list before. Throws a PreconditionError with it.
 */
export async function readFull(
  read: () => Promise<Called>,
  each: LimitCase,
  { observer, verdicts }: Engine,
): Promise<Called> {
  const first = await read();
  if (first.outcome.is === "success") return first;
  await observer.waitForClockTick();
  const called = await read();
  if (called.outcome.is === "success") return called;
  const error = verdicts.setupFailed(called);
  if (called.outcome.is === "refusal" && !isRateLimited(called))
    error.failure = verdicts.failed(`${each.must} ${called.tool} has shown it with fewer.`, called);
  throw error;
}
