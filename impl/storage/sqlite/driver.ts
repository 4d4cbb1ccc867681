import type { DatabaseSync } from "node:sqlite";
import type { CompiledQuery, Driver } from "kysely";
import { SqliteConnection } from "./connection.ts";

/**
 * One connection for everybody. Whoever holds it excludes all others until it is given back, so a transaction that
 * awaits between two statements is never mixed with the statements of another request.
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

  /** What a query finds that only reads; undefined where that has to be waited for, such as for somebody's transaction. */
  readAtOnce<Row>(query: CompiledQuery<Row>): Row[] | undefined {
    return this.#held ? undefined : this.#connection.readAtOnce(query);
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (this.#held) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#held = true;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    // Handed over while still held: a newcomer cannot slip in before the one that has waited longest.
    if (next) next();
    else this.#held = false;
  }

  /**
   * `immediate` takes the write lock at the start. A deferred transaction that reads and then writes fails at once
   * with SQLITE_BUSY_SNAPSHOT when another process has written in between; no busy timeout helps there.
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
