import { type Log, Unavailable } from "@toolwright/runtime";
import { Kysely, sql } from "kysely";
import { Pool, types } from "pg";
import { DEFAULT_BUDGETS } from "../../config/budgets.ts";
import { StorageError } from "../error.ts";
import { migrate } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import type { Storage } from "../storage.ts";
import { BytewisePostgresDialect } from "./dialect.ts";
import { listenForEpochs } from "./epochs.ts";
import { sharedRateLimit } from "./rate.ts";
import { setUp } from "./setup.ts";
import { resilientPool } from "./unavailable.ts";

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
/** The `oid` of bigint, the type of counts and sizes. All of ours fit into a JavaScript number. */
const BIGINT = 20;

/**
 * Opens the database at an address (`postgres://...`) and migrates its schema. Nodes that start at the same time queue for
 * the migration.
 * @throws StorageError when it cannot be reached. The message never contains the address, which has a password in it
 */
export async function openPostgres(url: string, log: Log, budgets = DEFAULT_BUDGETS): Promise<Storage> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: {
      getTypeParser: (oid: number, format?: "text" | "binary") =>
        oid === BIGINT ? Number : types.getTypeParser(oid, format as "text"),
    },
  });
  const resilient = resilientPool(pool, log);
  const db = new Kysely<Schema>({ dialect: new BytewisePostgresDialect({ pool: resilient }) });
  try {
    await migrate(db);
    await setUp(db);
    const { epoch, startEpoch, stop } = await listenForEpochs({ connectionString: url }, log);
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
        await sql`vacuum`.execute(db);
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

function unreachable(error: unknown): StorageError {
  const cause = error instanceof Unavailable ? error.cause : error;
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new StorageError(
    `The database of DATABASE_URL cannot be used: ${reason}. Check the address and that it runs.`,
    { cause: error },
  );
}
