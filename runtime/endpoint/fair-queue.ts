/** Runs work that blocks the event loop: one piece after the other, callers in turn, with as much time for everything else. */
import { type Awaitable, isPromise } from "../service/awaitable.ts";

/** A piece of work, which does not throw. If it returns a promise, the next piece waits for that, but not for long. */
export type Work = () => Awaitable<unknown>;

export interface FairQueue {
  /** Runs the work at once if nothing runs or waits. Returns a function that removes it while it waits. */
  add(caller: string, work: Work): () => void;
}

export interface FairQueueOptions {
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
  /** Calls a function after so many milliseconds, and after everything that is ready to run. */
  readonly after?: (milliseconds: number, then: () => void) => void;
}

/** Work that waits for something else, such as a database, does not block the event loop. */
const longestMs = 250;

/**
 * After each piece the queue rests for as long as the piece took, so that all of its work takes at most half of the process. A
 * caller with many pieces delays those of another caller by one.
 */
export function fairQueue({
  now = () => performance.now(),
  after = afterAll,
}: FairQueueOptions = {}): FairQueue {
  /** The waiting work of each caller. The first caller is the next one. */
  const waiting = new Map<string, Work[]>();
  let isBusy = false;

  function runNext(): void {
    const [next] = waiting;
    isBusy = next !== undefined;
    if (next === undefined) return;
    const [caller, [work, ...others]] = next;
    waiting.delete(caller);
    if (others.length > 0) waiting.set(caller, others);
    run(work!);
  }

  function run(work: Work): void {
    const began = now();
    let hasRested = false;
    const rest = () => {
      if (hasRested) return;
      hasRested = true;
      // What the work has left to promises that are ready runs before that, and counts.
      after(0, () => after(now() - began, runNext));
    };
    const done = work();
    if (isPromise(done)) {
      done.then(rest, rest);
      after(longestMs, rest);
    } else rest();
  }

  return {
    add(caller, work) {
      if (!isBusy) {
        isBusy = true;
        run(work);
        return () => {};
      }
      const before = waiting.get(caller);
      if (before) before.push(work);
      else waiting.set(caller, [work]);
      return () => {
        const left = (waiting.get(caller) ?? []).filter((other) => other !== work);
        if (left.length > 0) waiting.set(caller, left);
        else waiting.delete(caller);
      };
    },
  };
}

function afterAll(milliseconds: number, then: () => void): void {
  if (milliseconds === 0 && "setImmediate" in globalThis) setImmediate(then);
  else setTimeout(then, milliseconds);
}
