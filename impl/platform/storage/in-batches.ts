/** Removes many rows in batches, so other calls can run between them. */
import { setImmediate } from "node:timers/promises";

/**
 * The number of rows removed in one transaction. node:sqlite works synchronously, so other calls run between two batches and
 * wait a few milliseconds for each.
 */
export const BATCH_SIZE = 50;

/**
 * Removes batches until nothing is left.
 * @param removeSome removes at most `limit` rows, and returns how many it removed
 * @returns how many were removed in total
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
