import {
  type DatabaseIntrospector,
  type Dialect,
  type Kysely,
  type LimitNode,
  type QueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
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
    return new LiteralLimitCompiler();
  }

  createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  // biome-ignore lint/suspicious/noExplicitAny: the signature is kysely's
  createIntrospector(db: Kysely<any>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/**
 * Writes limits as literals. SQLite plans a query by the value that is bound to its limit, so it prepares such a statement again at
 * every run, which takes up to eight times as long as the run itself.
 */
class LiteralLimitCompiler extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    const isNumber = ValueNode.is(limit) && typeof limit.value === "number";
    super.visitLimit(isNumber ? { ...node, limit: ValueNode.createImmediate(limit.value) } : node);
  }
}

/** An adapter that runs all migrations of a start in one transaction, which is also their lock. SQLite can roll back schema changes. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
