/** A column of text in an expression that no index has: the database then looks rows up by their ids, not by that column. */
import { type RawBuilder, sql } from "kysely";

/**
 * SQLite guesses that an index by status finds fewer rows than a list of ids does, and reads every row of that status, for each
 * batch again.
 */
export function unindexed<Value extends string>(column: string): RawBuilder<Value> {
  return sql<Value>`${sql.ref(column)} || ''`;
}
