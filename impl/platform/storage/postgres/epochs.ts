/** Learns of writes of other processes on PostgreSQL. */
import { setTimeout as wait } from "node:timers/promises";
import type { Log } from "@toolwright/runtime";
import type { ClientConfig } from "pg";
import { withinMs } from "../../time/within.ts";
import { Connection } from "./connection.ts";

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
 * @param onSilence called when a new connection answers and the old one still does not: the host of the old one has vanished
 */
export async function listenForEpochs(
  config: ClientConfig,
  log: Log,
  onSilence: () => void,
): Promise<Epochs> {
  let epoch = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const stopping = new AbortController();
  let client = await connect();
  const checks = checkConnection();

  async function connect(): Promise<Connection> {
    const connection = new Connection({ ...config, connectionTimeoutMillis: 2_000 });
    connection.on("error", (error) => log.warn({ event: "notifications_lost", error }));
    connection.on("notification", () => {
      epoch += 1;
    });
    await connection.connect();
    await withinMs(STALE_AFTER_MS, connection.query(`listen ${CHANNEL}`), "The database does not answer.");
    // Announcements before this moment were missed.
    epoch += 1;
    checkedAt = performance.now();
    return connection;
  }

  async function checkConnection(): Promise<void> {
    for (;;) {
      await pause(CHECK_INTERVAL_MS);
      if (stopping.signal.aborted) return;
      const sentAt = performance.now();
      let isSilent = true;
      const answer = client.query("select 1").finally(() => (isSilent = false));
      try {
        await withinMs(STALE_AFTER_MS, answer, "The database does not answer.");
        checkedAt = sentAt;
      } catch {
        answer.catch(() => {});
        checkedAt = Number.NEGATIVE_INFINITY;
        await reconnect(() => isSilent);
      }
    }
  }

  async function reconnect(isSilent: () => boolean): Promise<void> {
    const old = client;
    try {
      client = await connect();
    } catch {
      return pause(RECONNECT_MS);
    }
    if (isSilent()) {
      log.warn({ event: "database_connections_silent" });
      onSilence();
    }
    old.drop();
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
      await client.close();
    },
  };
}
