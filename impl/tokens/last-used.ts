/** Records when tokens were last used. */
import type { Storage } from "../storage/storage.ts";

/** How long a use may stay unwritten. People see it in days and minutes. */
const FLUSH_INTERVAL_MS = 30_000;

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

async function write(storage: Storage, batch: ReadonlyMap<string, Date>): Promise<void> {
  await storage.db.transaction().execute(async (transaction) => {
    for (const [id, at] of batch) {
      await transaction
        .updateTable("tokens")
        .set({ last_used_at: at.toISOString() })
        .where("id", "=", id)
        .execute();
    }
  });
}
