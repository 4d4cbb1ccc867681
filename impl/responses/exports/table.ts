/** The rows of the table `exports`: one for each export that runs or can be downloaded. */
import type { Selectable } from "kysely";
import { notAccessible } from "../../forms/access.ts";
import { lockForm } from "../../forms/forms.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { WrittenExport } from "./write.ts";

export type ExportRow = Readonly<Selectable<Schema["exports"]>>;

/** The lease: if the process dies, a repeated call starts a new export after this time. */
export const LEASE_MS = 60_000;

/**
 * Inserts an export that is about to run; false if one for the same request exists. Holds the lock of the form: an
 * erasure either finds the export and cancels it, or has ended before the export reads anything.
 * @throws Refusal not_found if the form was deleted meanwhile
 */
export async function enterExport(
  { db }: Storage,
  entry: Pick<ExportRow, "id" | "form_id" | "file_name" | "content_type"> & { readonly open_request: string },
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if ((await lockForm(transaction, entry.form_id)) === undefined) throw notAccessible(entry.form_id);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto("exports")
      .values({ ...entry, leased_until: leaseFrom(now), created_at: now.toISOString() })
      .onConflict((conflict) => conflict.column("open_request").doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  });
}

export async function renewLease(queries: Queries, id: string, now: Date): Promise<void> {
  await queries
    .updateTable("exports")
    .set({ leased_until: leaseFrom(now) })
    .where("id", "=", id)
    .where("storage_key", "is", null)
    .execute();
}

function leaseFrom(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString();
}

/** Records the file of an export that is done. False if the export was cancelled meanwhile, such as by an erasure. */
export async function completeExport(
  queries: Queries,
  id: string,
  written: WrittenExport,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("exports")
    .set({
      leased_until: null,
      done_at: now.toISOString(),
      storage_key: written.key,
      row_count: written.rowCount,
      total_matching: written.totalMatching,
      next_date_from: written.nextDateFrom,
      size_bytes: written.size,
      sha256: written.sha256,
    })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Sets the expiry of an export that is delivered. From now on, the same request makes a new export. */
export async function deliverExport(
  queries: Queries,
  id: string,
  expiresAt: Date,
): Promise<ExportRow | undefined> {
  await queries
    .updateTable("exports")
    .set({ open_request: null, expires_at: expiresAt.toISOString() })
    .where("id", "=", id)
    .where("expires_at", "is", null)
    .execute();
  return findExport(queries, id);
}

export async function findExport(queries: Queries, id: string): Promise<ExportRow | undefined> {
  return queries.selectFrom("exports").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findOpenExport(queries: Queries, openRequest: string): Promise<ExportRow | undefined> {
  return queries.selectFrom("exports").selectAll().where("open_request", "=", openRequest).executeTakeFirst();
}

/** Returns the key of its file, if it has one. */
export async function dropExport(queries: Queries, id: string): Promise<string | undefined> {
  const row = await queries
    .deleteFrom("exports")
    .where("id", "=", id)
    .returning("storage_key")
    .executeTakeFirst();
  return row?.storage_key ?? undefined;
}
