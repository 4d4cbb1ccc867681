/** Records when tokens were last used. */
import { setImmediate } from "node:timers/promises";
import type { Storage } from "../storage/storage.ts";

/** How long a use may stay unwritten. People see it in days and minutes. */
const FLUSH_INTERVAL_MS = 30_000;
/** In one statement: it takes a few milliseconds. */
const MAX_IDS = 500;

/** Records when tokens were last used and writes it in batches, so that a request costs no write. */
export interface LastUsed {
  record(tokenId: string, at: Date): void;
  /** Writes what is pending. */
  flush(): Promise<void>;
  /** Writes what is pending and stops the timer. */
  stop(): Promise<void>;
}

/** @param onError called when a regular write fails; the next one tries again */
export function lastUsed(storage: Storage, onError: (error: unknown) => void): LastUsed {
  let pending = new Map<string, Date>();

  async function flush(): Promise<void> {
    if (pending.size === 0) return;
    const batch = pending;
    pending = new Map();
    try {
      await write(storage, batch);
    } catch (error) {
      pending = new Map([...batch, ...pending]);
      throw error;
    }
  }

  const timer = setInterval(() => flush().catch(onError), FLUSH_INTERVAL_MS).unref();
  return {
    record: (tokenId, at) => pending.set(tokenId, at),
    flush,
    stop: () => {
      clearInterval(timer);
      return flush();
    },
  };
}

/**
 * One statement for the tokens that were used in the same second, up to `MAX_IDS` of them. Other calls have their turn between
 * two statements.
 */
async function write(storage: Storage, batch: ReadonlyMap<string, Date>): Promise<void> {
  const bySecond = Map.groupBy(batch, ([, at]) => at.toISOString().slice(0, -".000Z".length));
  for (const [second, uses] of bySecond) {
    for (let from = 0; from < uses.length; from += MAX_IDS) {
      const ids = uses.slice(from, from + MAX_IDS).map(([id]) => id);
      await storage.db
        .updateTable("tokens")
        .set({ last_used_at: `${second}.000Z` })
        .where("id", "in", ids)
        .execute();
      await setImmediate();
    }
  }
}
