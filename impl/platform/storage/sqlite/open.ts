/** Opens the embedded database, SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { Kysely } from "kysely";
import { DEFAULT_BUDGETS } from "../../config/budgets.ts";
import { migrate } from "../migrate.ts";
import type { Schema } from "../schema.ts";
import type { Storage } from "../storage.ts";
import { NodeSqliteDialect } from "./dialect.ts";
import { SqliteDriver } from "./driver.ts";
import { openDatabaseFile } from "./file.ts";
import { purgeDeleted } from "./purge.ts";

/**
 * Opens the embedded database in `dataDir` and brings its schema up to date.
 * @throws StorageError when the folder or the file cannot be used
 */
export async function openSqlite(dataDir: string, budgets = DEFAULT_BUDGETS): Promise<Storage> {
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
    budgets,
    read: (query) => driver.readSync(query) ?? db.executeQuery(query).then(({ rows }) => rows),
    ...epochs(database),
    purgeDeleted: () => purgeDeleted(database),
    close: () => db.destroy(),
  };
}

/** A result is reused for at most this long, even within one turn of the event loop. */
const TURN_MS = 1;

/**
 * Starts a new epoch for every write of another process, which SQLite notices. SQLite is queried once for all requests of a
 * turn of the event loop. These were sent before the turn began, so before any response that could reveal a newer write.
 */
function epochs(database: DatabaseSync): Pick<Storage, "epoch" | "startEpoch"> {
  // Changes only when another connection has committed (https://sqlite.org/pragma.html#pragma_data_version).
  const pragma = database.prepare("pragma data_version");
  // Without this setting, a third of the time would go into an object for each result.
  pragma.setReturnArrays(true);
  let version = pragma.get()?.[0];
  let epoch = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const expireCheck = () => {
    checkedAt = Number.NEGATIVE_INFINITY;
  };

  return {
    epoch() {
      const now = performance.now();
      if (now - checkedAt < TURN_MS) return epoch;
      checkedAt = now;
      setImmediate(expireCheck);
      const current = pragma.get()?.[0];
      if (current !== version) epoch += 1;
      version = current;
      return epoch;
    },
    startEpoch() {
      epoch += 1;
    },
  };
}
