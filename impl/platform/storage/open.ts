/** Opens the database that the configuration names. */
import { setTimeout as wait } from "node:timers/promises";
import { type Log, Unavailable } from "@toolwright/runtime";
import type { Budgets } from "../config/budgets.ts";
import { StorageError } from "./error.ts";
import { openSqlite } from "./sqlite/open.ts";
import type { Storage } from "./storage.ts";

/** The address of the database. */
export interface DatabaseAddress {
  /** `postgres://...`; undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Undefined: the default ones. */
  readonly budgets?: Budgets;
}

/** Opens PostgreSQL if an address is configured, else the embedded database. */
export async function openConfiguredStorage(
  { databaseUrl, dataDir, budgets }: DatabaseAddress,
  log: Log,
): Promise<Storage> {
  if (databaseUrl === undefined) return openSqlite(dataDir, budgets);
  // Loaded only if needed, because most installations use SQLite.
  const { openPostgres } = await import("./postgres/open.ts");
  return openPostgres(databaseUrl, log, budgets);
}

const PATIENCE_MS = 60_000;
const RETRY_MS = 1_000;

/**
 * Does the same for nodes, which may start while the database restarts: waits for it, up to a minute.
 * @throws StorageError when it is not available by then; at once for errors that waiting does not solve, such as a wrong password
 */
export async function awaitConfiguredStorage(
  address: DatabaseAddress,
  log: Log,
  patienceMs = PATIENCE_MS,
): Promise<Storage> {
  const started = performance.now();
  for (;;) {
    try {
      return await openConfiguredStorage(address, log);
    } catch (error) {
      const isAway = error instanceof StorageError && error.cause instanceof Unavailable;
      const waited = performance.now() - started;
      if (!isAway || waited >= patienceMs) throw error;
      log.warn({ event: "waiting_for_database", seconds: Math.round(waited / 1_000), reason: error.message });
      await wait(Math.min(RETRY_MS, patienceMs));
    }
  }
}
