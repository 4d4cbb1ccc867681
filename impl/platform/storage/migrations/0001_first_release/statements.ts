/** Runs statements that the databases spell differently, such as triggers. */
import { type Kysely, SqliteAdapter, sql } from "kysely";

interface Statements {
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
}

export async function runStatements(db: Kysely<unknown>, statements: Statements): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  for (const statement of isSqlite ? statements.sqlite : statements.postgres)
    await sql.raw(statement).execute(db);
}
