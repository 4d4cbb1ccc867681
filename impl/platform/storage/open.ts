/** Opens the database that the configuration names. */
import type { Log } from "@toolwright/runtime";
import type { Budgets } from "../config/budgets.ts";
import { openSqlite } from "./sqlite/open.ts";
import type { Storage } from "./storage.ts";

/** Where the database is. */
export interface DatabaseAddress {
  /** `postgres://...`; undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Undefined: the default ones. */
  readonly budgets?: Budgets;
}

/** Opens PostgreSQL if there is an address of one, else the embedded database. */
export async function openConfiguredStorage(
  { databaseUrl, dataDir, budgets }: DatabaseAddress,
  log: Log,
): Promise<Storage> {
  if (databaseUrl === undefined) return openSqlite(dataDir, budgets);
  // Loaded only if needed, because most installations use SQLite.
  const { openPostgres } = await import("./postgres/open.ts");
  return openPostgres(databaseUrl, log, budgets);
}
