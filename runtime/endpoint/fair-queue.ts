/** Runs work that blocks the event loop, one task after the other. Callers take turns, and at least half of the time is left for other work. */
import { type Awaitable, isPromise } from "../service/awaitable.ts";

/** A task, which does not throw. If it returns a promise, the next task waits for the promise, but at most 250 ms. */
export type Work = () => Awaitable<unknown>;

/** A queue in which callers take turns. */
export interface FairQueue {
  /** Runs the task at once if no other runs or waits. Returns a function that removes it from the queue. */
  add(caller: string, work: Work): () => void;
}

/** The clocks of a queue, which tests replace. */
export interface FairQueueOptions {
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
  /** Calls a function after this many milliseconds, and after all tasks of the event loop that are ready. */
  readonly after?: (milliseconds: number, then: () => void) => void;
}

/** The longest time that the queue waits for a promise: a task that waits for a database does not block the event loop. */
const longestMs = 250;

/**
 * Creates a queue. After each task it rests for as long as the task took, so that tasks use at most half of the process's time.
 * A caller with many tasks delays another caller by one task only.
 */
export function fairQueue({
  now = () => performance.now(),
  after = afterAll,
}: FairQueueOptions = {}): FairQueue {
  /** The waiting tasks of each caller, the next caller first. */
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
      // Continuations of promises that are already resolved run first, so their time counts too.
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
