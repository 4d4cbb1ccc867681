import { type Log, Unavailable } from "@toolwright/runtime";
import { Kysely, sql } from "kysely";
import { type PoolConfig, types } from "pg";
import { DEFAULT_BUDGETS } from "../../config/budgets.ts";
import { StorageError } from "../error.ts";
import { isMigrated, migrate } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import type { Storage } from "../storage.ts";
import { BytewisePostgresDialect } from "./dialect.ts";
import { listenForEpochs } from "./epochs.ts";
import { sharedRateLimit } from "./rate.ts";
import { isSetUp, removeExpiredWindows, setUp } from "./setup.ts";
import { resilientPool } from "./unavailable.ts";

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** A call that waits longer for a lock of another one is better repeated. */
const LOCK_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 10_000;
/** The server has ended the statement by then, unless it has vanished. */
const QUERY_TIMEOUT_MS = 12_000;
/** A node that vanishes within a transaction keeps its locks for this long. */
const IDLE_IN_TRANSACTION_MS = 60_000;
/** Calls of all nodes queue behind a change of the schema that waits for its lock. */
const SCHEMA_LOCK_TIMEOUT_MS = 1_000;
/** An arbitrary number that no other user of the database has. */
const SETUP_LOCK = 7_404_271_842;
/** The `oid` of bigint, the type of counts and sizes. All of ours fit into a JavaScript number. */
const BIGINT = 20;

/**
 * Opens the database at an address (`postgres://...`) and migrates its schema if it is not the one of this version.
 * @throws StorageError when it cannot be reached. The message never contains the address, which has a password in it
 */
export async function openPostgres(url: string, log: Log, budgets = DEFAULT_BUDGETS): Promise<Storage> {
  const resilient = resilientPool(
    {
      ...connectionTo(url),
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    },
    log,
  );
  const db = new Kysely<Schema>({ dialect: new BytewisePostgresDialect({ pool: resilient }) });
  try {
    if (!((await isMigrated(db)) && (await isSetUp(db)))) await completeSchema(url, log);
    await removeExpiredWindows(db);
    const { epoch, startEpoch, stop } = await listenForEpochs({ connectionString: url }, log, resilient.drop);
    const limits: ReturnType<typeof sharedRateLimit>[] = [];
    return {
      db,
      budgets,
      read: (query) => db.executeQuery(query).then(({ rows }) => rows),
      epoch,
      startEpoch,
      sharedLimit(name, rule) {
        const limit = sharedRateLimit(resilient, name, rule);
        limits.push(limit);
        return limit;
      },
      async purgeDeleted() {
        await withoutTimeouts(url, log, {}, (patient) => sql`vacuum`.execute(patient));
        return undefined;
      },
      async close() {
        for (const limit of limits) limit.stop();
        await stop();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error instanceof StorageError ? error : unreachable(error);
  }
}

function connectionTo(url: string): PoolConfig {
  return {
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === BIGINT ? Number : types.getTypeParser(oid, format as "text"),
    },
  };
}

/** Runs statements that take as long as they take. */
async function withoutTimeouts(
  url: string,
  log: Log,
  settings: PoolConfig,
  work: (db: Kysely<Schema>) => Promise<unknown>,
): Promise<void> {
  const pool = resilientPool({ ...connectionTo(url), ...settings }, log);
  const db = new Kysely<Schema>({ dialect: new BytewisePostgresDialect({ pool }) });
  await work(db).finally(() => db.destroy());
}

/**
 * Migrates the schema and creates the other objects. Nodes that start at the same time queue for one advisory lock, which holds
 * nothing else; with it in hand, a node gives up a lock of a table that is not free soon.
 */
async function completeSchema(url: string, log: Log): Promise<void> {
  await withoutTimeouts(url, log, {}, (queue) =>
    queue.connection().execute(async (turn) => {
      await sql`select pg_advisory_lock(${sql.lit(SETUP_LOCK)})`.execute(turn);
      await withoutTimeouts(url, log, { lock_timeout: SCHEMA_LOCK_TIMEOUT_MS }, async (db) => {
        await migrate(db);
        await setUp(db);
      });
    }),
  );
}

function unreachable(error: unknown): StorageError {
  const cause = error instanceof Unavailable ? error.cause : error;
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new StorageError(
    `The database of DATABASE_URL cannot be used: ${reason}. Check the address, that it runs, and that no dump holds its tables.`,
    { cause: error },
  );
}
