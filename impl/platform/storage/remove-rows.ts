/** Removes some of the rows that belong to a form, an account or a lesson. */
import { sql } from "kysely";
import type { Schema } from "./schema.ts";
import type { Queries } from "./storage.ts";

/** The rows of a table that belong to one form, account or lesson. */
export interface RowsOf {
  readonly table: keyof Schema;
  /** The column with the id of that form, account or lesson. */
  readonly owner: string;
  /** The columns that identify a row. */
  readonly keys: readonly [string, ...string[]];
  /** A smaller batch, for tables with rows of up to a megabyte. */
  readonly atMost?: number;
}

/** Rows of a table that are not needed for ever. */
export interface DatedRows {
  readonly table: keyof Schema;
  /** The column that identifies a row; undefined: `id`. */
  readonly key?: string;
  /** The column with the time that starts their lifetime. */
  readonly time: string;
}

/** Removes at most `limit` rows whose time is `until` or earlier. @returns how many were removed */
export async function removeOld(
  queries: Queries,
  { table, key = "id", time }: DatedRows,
  until: Date,
  limit: number,
): Promise<number> {
  const isOld = sql`${sql.ref(time)} <= ${until.toISOString()}`;
  const some = sql`select ${sql.ref(key)} from ${sql.table(table)} where ${isOld} limit ${limit}`;
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (${some})`.execute(queries);
  return Number(numAffectedRows ?? 0);
}

/** Removes at most `limit` rows. @returns how many were removed */
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
