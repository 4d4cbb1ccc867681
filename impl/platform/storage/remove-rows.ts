/** Removes some of the rows that belong to a form, an account or a lesson. */
import { sql } from "kysely";
import type { Schema } from "./schema.ts";
import type { Queries } from "./storage.ts";

/** The rows of a table that belong to one thing. */
export interface RowsOf {
  readonly table: keyof Schema;
  /** The column that says to which thing. */
  readonly owner: string;
  /** The columns that tell its rows apart. */
  readonly keys: readonly [string, ...string[]];
  /** Fewer at once, where one row may have a megabyte. */
  readonly atMost?: number;
}

/** Removes at most `limit`. @returns how many were removed */
export async function removeRows(
  queries: Queries,
  { table, owner, keys, atMost }: RowsOf,
  id: string,
  limit: number,
): Promise<number> {
  const columns = sql.join(keys.map((key) => sql.ref(key)));
  const isOwned = sql`${sql.ref(owner)} = ${id}`;
  const some = sql`select ${columns} from ${sql.table(table)} where ${isOwned} limit ${Math.min(limit, atMost ?? limit)}`;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${isOwned} and (${columns}) in (${some})`.execute(queries);
  return Number(numAffectedRows ?? 0);
}
