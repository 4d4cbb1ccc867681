/** Keeps the database from using an index on a column: it then looks rows up by their ids. */
import { type RawBuilder, sql } from "kysely";

/**
 * Returns an expression with the value of a text column that no index matches. Otherwise SQLite guesses that an index by status
 * finds fewer rows than a list of ids, and reads every row with that status for each batch.
 */
export function withoutIndex<Value extends string>(column: string): RawBuilder<Value> {
  return sql<Value>`${sql.ref(column)} || ''`;
}
