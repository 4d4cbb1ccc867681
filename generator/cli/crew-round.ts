import { type Kind, type Task, tasks } from "./crew-tasks.ts";

/** Work on many things that all threads share. */
export interface Round {
  readonly number: number;
  readonly kind: Kind;
  readonly given: unknown;
  /** How many things there are. */
  readonly count: number;
  /** How many of them have been taken: threads share it, so that none waits for another to be given something. */
  readonly taken: Int32Array<SharedArrayBuffer>;
}

/** What a thread has found for some of the things of a round, which begin at one of them. */
export interface Share {
  readonly round: number;
  readonly from: number;
  readonly found: readonly unknown[];
}

/** Few enough for all threads to end at the same time. */
const atATime = 8;

/**
 * Takes a few things at a time, as long as there are any, in whatever thread.
 *
 * @param tell what was found; more is taken when that is over.
 */
export async function takeShare(
  { number, kind, given, count, taken }: Round,
  tell: (share: Share) => void | Promise<void>,
): Promise<void> {
  const task = (await tasks[kind]()) as Task<unknown, unknown>;
  for (;;) {
    const from = Atomics.add(taken, 0, atATime);
    if (from >= count) return;
    const to = Math.min(from + atATime, count);
    await tell({ round: number, from, found: await task(given, from, to) });
  }
}
