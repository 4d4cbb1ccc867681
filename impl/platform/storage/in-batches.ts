/** Removes many rows a few at a time, so that other calls have their turn in between. */
import { setImmediate } from "node:timers/promises";

/**
 * How many rows are removed in one transaction. node:sqlite works synchronously: other calls have their turn between two
 * batches, and wait a few milliseconds for one.
 */
export const BATCH_SIZE = 50;

/**
 * @param removeSome removes at most `limit` rows, and returns how many it removed
 * @returns how many were removed in all
 */
export async function inBatches(removeSome: (limit: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await removeSome(BATCH_SIZE);
    total += removed;
    await setImmediate();
    if (removed < BATCH_SIZE) return total;
  }
}
