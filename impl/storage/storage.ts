import type { DatabaseSync } from "node:sqlite";
import { type CompiledQuery, Kysely, type Transaction } from "kysely";
import type { Awaitable, Limit, Log } from "toolwright/runtime";
import type { Config } from "../config/config.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";
import { NodeSqliteDialect } from "./sqlite/dialect.ts";
import { SqliteDriver } from "./sqlite/driver.ts";
import { openDatabaseFile } from "./sqlite/file.ts";

/** A query runs on its own or inside somebody's transaction. */
export type Queries = Kysely<Schema> | Transaction<Schema>;

/** At most `max` in a window that opens with the first of them. */
export interface LimitRule {
  readonly max: number;
  readonly seconds: number;
}

/** The database as the domain sees it; which one it is, only this folder knows. */
export interface Storage {
  readonly db: Kysely<Schema>;
  /** What a query finds that only reads, outside of any transaction: at once, where the database can answer at once. */
  read<Row>(query: CompiledQuery<Row>): Awaitable<Row[]>;
  /** Grows whenever what has been remembered of the database may be stale. */
  epoch(): number;
  /** Begins a new epoch in every process. Called after writing what somebody may have remembered. */
  announce(): void;
  /** Counts for all nodes together what has this name; undefined: there is only this one. */
  readonly sharedLimit?: (name: string, rule: LimitRule) => Limit;
  close(): Promise<void>;
}

/** The database that the configuration names: PostgreSQL where there is an address of one, else the embedded one. */
export async function openConfiguredStorage(
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  log: Log,
): Promise<Storage> {
  if (databaseUrl === undefined) return openStorage(dataDir);
  // Loaded only where it is used: most installations never do.
  const { openPostgres } = await import("./postgres/open.ts");
  return openPostgres(databaseUrl, log);
}

/**
 * Opens the embedded database in `dataDir` and brings its schema up to date.
 * @throws StorageError when the folder or the file cannot be used
 */
export async function openStorage(dataDir: string): Promise<Storage> {
  const database = await openDatabaseFile(dataDir);
  const driver = new SqliteDriver(database);
  const db = new Kysely<Schema>({ dialect: new NodeSqliteDialect(driver) });
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    db,
    read: (query) => driver.readAtOnce(query) ?? db.executeQuery(query).then(({ rows }) => rows),
    ...epochs(database),
    close: () => db.destroy(),
  };
}

/** A turn of the event loop that lasts longer than this is looked at as several. */
const TURN_MS = 1;

/**
 * Other processes' writes begin an epoch by themselves: SQLite sees each of them. It is asked once for all requests of a
 * turn of the event loop: those were sent before the turn began, so before any answer that could tell of a newer write.
 */
function epochs(database: DatabaseSync): Pick<Storage, "epoch" | "announce"> {
  // Changes only when another connection has committed (https://sqlite.org/pragma.html#pragma_data_version).
  const pragma = database.prepare("pragma data_version");
  let version = pragma.get()?.data_version;
  let epoch = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  const askAgain = () => {
    askedAt = Number.NEGATIVE_INFINITY;
  };

  return {
    epoch() {
      const now = performance.now();
      if (now - askedAt < TURN_MS) return epoch;
      askedAt = now;
      setImmediate(askAgain);
      const current = pragma.get()?.data_version;
      if (current !== version) epoch += 1;
      version = current;
      return epoch;
    },
    announce() {
      epoch += 1;
    },
  };
}
