/** Learns of writes of other processes on PostgreSQL. */
import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "@toolwright/runtime";
import { Client, type ClientConfig } from "pg";
import { withinMs } from "../../time/within.ts";

/** The channel on which the database announces changed tokens, see `setup.ts`. */
export const CHANNEL = "toolwright_epoch";

/** How often the connection is checked. */
const CHECK_INTERVAL_MS = 300;
/**
 * Without a successful check for this long, caches count as stale. Together with the interval, a revocation takes
 * less than a second.
 */
const STALE_AFTER_MS = 900;
const RECONNECT_MS = 200;

/** Notices writes of other processes. */
export interface Epochs {
  /** A number that changes whenever caches may be stale. */
  epoch(): number;
  startEpoch(): void;
  stop(): Promise<void>;
}

/**
 * Listens on a connection of its own. While the connection is lost or silent for too long, every call returns a new
 * epoch, so that nothing is cached.
 */
export async function listenForEpochs(config: ClientConfig, log: Log): Promise<Epochs> {
  let epoch = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const stopping = new AbortController();
  let client = await connect();
  const checks = checkConnection();

  async function connect(): Promise<Client> {
    const connection = new Client({ ...config, keepAlive: true, connectionTimeoutMillis: 2_000 });
    connection.on("error", (error) => log.warn({ event: "notifications_lost", error }));
    connection.on("notification", () => {
      epoch += 1;
    });
    await connection.connect();
    await connection.query(`listen ${CHANNEL}`);
    // Announcements before this moment were missed.
    epoch += 1;
    checkedAt = performance.now();
    return connection;
  }

  async function checkConnection(): Promise<void> {
    for (;;) {
      await pause(CHECK_INTERVAL_MS);
      if (stopping.signal.aborted) return;
      try {
        const sentAt = performance.now();
        await withinMs(STALE_AFTER_MS, client.query("select 1"), "The database does not answer.");
        checkedAt = sentAt;
      } catch {
        checkedAt = Number.NEGATIVE_INFINITY;
        await client.end().catch(() => {});
        client = await connect().catch(async () => {
          await pause(RECONNECT_MS);
          return client;
        });
      }
    }
  }

  function pause(ms: number): Promise<void> {
    return wait(ms, undefined, { ref: false, signal: stopping.signal }).catch(() => {});
  }

  return {
    epoch() {
      if (performance.now() - checkedAt > STALE_AFTER_MS) epoch += 1;
      return epoch;
    },
    startEpoch() {
      epoch += 1;
    },
    async stop() {
      stopping.abort();
      await checks;
      await client.end().catch(() => {});
    },
  };
}
