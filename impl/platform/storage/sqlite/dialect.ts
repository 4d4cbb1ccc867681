import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { SqliteDriver } from "./driver.ts";

/** Kysely's SQLite dialect on node:sqlite. */
export class NodeSqliteDialect implements Dialect {
  readonly #driver: SqliteDriver;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  createDriver(): SqliteDriver {
    return this.#driver;
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature is kysely's
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** SQLite can roll back schema changes; so all migrations of a start run in one transaction, which is also their lock. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
