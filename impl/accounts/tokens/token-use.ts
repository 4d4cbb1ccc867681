/** Records when tokens were last used. */
import { setImmediate } from "node:timers/promises";
import { writeRegularly } from "../../platform/regular-writes.ts";
import type { Storage } from "../../platform/storage/storage.ts";

/** A use that follows the recorded one sooner is not recorded itself. */
export const USE_PRECISION_SECONDS = 60;
/** The number of ids in one statement, which takes a few milliseconds. */
const MAX_IDS = 500;
/**
 * The number of ids in one interval. It bounds the cost to half a percent of a processor: the uses of 100,000 tokens take five
 * minutes.
 */
const MAX_IDS_OF_FLUSH = 10_000;

/** Records when tokens were last used and writes it in batches, so that a request costs no write. */
export interface LastUsed {
  record(tokenId: string, at: Date): void;
  /** Writes pending times and stops the timer. */
  stop(): Promise<void>;
}

/** @param onError called when a regular write fails; the next one tries again */
export function lastUsed(
  storage: Storage,
  onError: (error: unknown) => void,
  maxIdsOfFlush = MAX_IDS_OF_FLUSH,
): LastUsed {
  /** The pending times in seconds since the epoch, by token id, oldest first. */
  let pending = new Map<string, number>();

  async function flush(max: number): Promise<void> {
    const batch = new Map(pending.entries().take(max));
    for (const id of batch.keys()) pending.delete(id);
    try {
      await write(storage, batch);
    } catch (error) {
      pending = new Map([...batch, ...pending]);
      throw error;
    }
  }

  const writes = writeRegularly(
    (isLast) => flush(isLast ? Number.POSITIVE_INFINITY : maxIdsOfFlush),
    onError,
  );
  return {
    record: (tokenId, at) => pending.set(tokenId, Math.floor(at.getTime() / 1_000)),
    ...writes,
  };
}

/** Writes tokens used in the same second with one statement, up to `MAX_IDS`. Other calls can run between two statements. */
async function write(storage: Storage, batch: ReadonlyMap<string, number>): Promise<void> {
  const bySecond = Map.groupBy(batch, ([, second]) => second);
  for (const [second, uses] of bySecond) {
    const last_used_at = new Date(second * 1_000).toISOString();
    for (let from = 0; from < uses.length; from += MAX_IDS) {
      const ids = uses.slice(from, from + MAX_IDS).map(([id]) => id);
      await storage.db.updateTable("tokens").set({ last_used_at }).where("id", "in", ids).execute();
      await setImmediate();
    }
  }
}
