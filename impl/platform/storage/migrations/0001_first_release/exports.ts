import type { Kysely } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./columns.ts";

/** Exports, until their addresses expire. */
export async function createExportTable(db: Kysely<unknown>): Promise<void> {
  await createExports(db);
}

async function createExports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("exports")
    .addColumn("id", "text", primaryKey)
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("open_request", "text", (column) => column.unique())
    .addColumn("leased_until", "text")
    .addColumn("storage_key", "text")
    .addColumn("file_name", "text", makeRequired)
    .addColumn("content_type", "text", makeRequired)
    .addColumn("row_count", "integer")
    .addColumn("total_matching", "integer")
    .addColumn("next_date_from", "text")
    .addColumn("size_bytes", "bigint")
    .addColumn("sha256", "text")
    .addColumn("created_at", "text", makeRequired)
    .addColumn("done_at", "text")
    .addColumn("expires_at", "text")
    .execute();
  await db.schema.createIndex("exports_by_form").on("exports").column("form_id").execute();
  await db.schema.createIndex("exports_by_file").on("exports").column("storage_key").execute();
}
