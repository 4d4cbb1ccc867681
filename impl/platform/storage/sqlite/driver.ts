import type { DatabaseSync } from "node:sqlite";
import type { CompiledQuery, Driver } from "kysely";
import { SqliteConnection } from "./connection.ts";

/**
 * One connection for all requests. A request holds it exclusively, so the statements of two transactions are never
 * mixed.
 */
export class SqliteDriver implements Driver {
  readonly #database: DatabaseSync;
  readonly #connection: SqliteConnection;
  readonly #waiting: (() => void)[] = [];
  #held = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  /** Returns the rows of a read-only query; undefined if it has to wait, such as for a transaction. */
  readSync<Row>(query: CompiledQuery<Row>): Row[] | undefined {
    return this.#held ? undefined : this.#connection.readSync(query);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#held) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#held = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    // The connection is passed to the request that has waited longest without being released in between, so that no
    // other request can take it.
    if (next) next();
    else this.#held = false;
  }

  /**
   * Begins with `immediate`, which takes the write lock at the start. A deferred transaction that reads and then writes fails
   * at once with SQLITE_BUSY_SNAPSHOT when another process has written in between; a busy timeout does not help there.
   */
  async beginTransaction(connection: SqliteConnection): Promise<void> {
    await connection.execute("begin immediate");
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    await connection.execute("commit");
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // On a full disk or an I/O error SQLite has rolled back already; a second rollback would hide that error.
    if (connection.inTransaction) await connection.execute("rollback");
  }

  async destroy(): Promise<void> {
    if (this.#database.isOpen) this.#database.close();
  }
}
