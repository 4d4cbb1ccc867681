import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { patiently } from "./busy.ts";

/** Prepared statements kept per connection: more than the service has distinct queries. */
const CACHED_STATEMENTS = 256;

interface Statement {
  readonly prepared: StatementSync;
  readonly returnsRows: boolean;
}

/** Runs compiled queries on node:sqlite, which answers at once: all that is waited for are locks of other processes. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** For commands without parameters and rows, such as `begin`. */
  async execute(sql: string): Promise<void> {
    await patiently(() => this.#database.exec(sql));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { prepared, returnsRows } = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (returnsRows) return { rows: (await patiently(() => prepared.all(...parameters))) as Row[] };
    const { changes, lastInsertRowid } = await patiently(() => prepared.run(...parameters));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    // Its own statement: a cached one could be restarted by the same query while this one is still being read.
    const prepared = this.#database.prepare(query.sql);
    for (const row of prepared.iterate(...(query.parameters as SQLInputValue[])))
      yield { rows: [row as Row] };
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const prepared = this.#database.prepare(sql);
    const statement = { prepared, returnsRows: prepared.columns().length > 0 };
    const oldest = this.#statements.keys().next();
    if (this.#statements.size >= CACHED_STATEMENTS && !oldest.done) this.#statements.delete(oldest.value);
    this.#statements.set(sql, statement);
    return statement;
  }
}
