import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { retryWhileBusy, unlessBusy } from "./retry-while-busy.ts";

/** Prepared statements kept per connection: more than the service has distinct queries. */
const CACHED_STATEMENTS = 256;

interface Statement {
  readonly prepared: StatementSync;
  /** Names of its columns; empty if it returns no rows. */
  columns: readonly string[];
}

/** Runs compiled queries on node:sqlite, which is synchronous: it only waits for locks of other processes. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, Statement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs a command without parameters and rows, such as `begin`. */
  async execute(sql: string): Promise<void> {
    await retryWhileBusy(() => this.#database.exec(sql));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.#prepare(query.sql);
    const parameters = query.parameters as SQLInputValue[];
    if (statement.columns.length > 0)
      return { rows: await retryWhileBusy(() => rows<Row>(statement, parameters)) };
    const { changes, lastInsertRowid } = await retryWhileBusy(() => statement.prepared.run(...parameters));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Returns the rows of a read-only query; undefined while another process has locked the database. */
  readSync<Row>(query: CompiledQuery<Row>): Row[] | undefined {
    const statement = this.#prepare(query.sql);
    return unlessBusy(() => rows<Row>(statement, query.parameters as SQLInputValue[]));
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncGenerator<QueryResult<Row>> {
    // Not a cached statement, because the same query could restart it while its rows are still being read.
    const prepared = this.#database.prepare(query.sql);
    for (const row of prepared.iterate(...(query.parameters as SQLInputValue[])))
      yield { rows: [row as Row] };
  }

  #prepare(sql: string): Statement {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const prepared = this.#database.prepare(sql);
    const statement: Statement = { prepared, columns: listColumns(prepared) };
    if (statement.columns.length > 0) prepared.setReturnArrays(true);
    const oldest = this.#statements.keys().next();
    if (this.#statements.size >= CACHED_STATEMENTS && !oldest.done) this.#statements.delete(oldest.value);
    this.#statements.set(sql, statement);
    return statement;
  }
}

function listColumns(prepared: StatementSync): string[] {
  return prepared.columns().map(({ name }) => name);
}

/** Reads the rows as objects with a fixed shape. The dictionary objects of node:sqlite are slower to create and to read. */
function rows<Row>(statement: Statement, parameters: readonly SQLInputValue[]): Row[] {
  const found = statement.prepared.all(...parameters) as unknown as SQLOutputValue[][];
  const [first] = found;
  // A newer version of the service may have added columns to a table that a query reads with `*`.
  if (first !== undefined && first.length !== statement.columns.length)
    statement.columns = listColumns(statement.prepared);
  return found.map((values) => toRow(statement.columns, values) as Row);
}

function toRow(columns: readonly string[], values: readonly SQLOutputValue[]): object {
  const row: Record<string, SQLOutputValue> = {};
  for (let at = 0; at < columns.length; at++) row[columns[at]!] = values[at]!;
  return row;
}
