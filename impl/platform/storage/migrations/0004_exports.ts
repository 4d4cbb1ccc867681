import type { Kysely, Migration } from "kysely";

/** Exports, until their addresses expire. */
export const exports: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("exports")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("form_id", "text", (column) => column.notNull().references("forms.id").onDelete("cascade"))
      .addColumn("open_request", "text", (column) => column.unique())
      .addColumn("leased_until", "text")
      .addColumn("storage_key", "text")
      .addColumn("file_name", "text", (column) => column.notNull())
      .addColumn("content_type", "text", (column) => column.notNull())
      .addColumn("row_count", "integer")
      .addColumn("total_matching", "integer")
      .addColumn("next_date_from", "text")
      .addColumn("size_bytes", "bigint")
      .addColumn("sha256", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("done_at", "text")
      .addColumn("expires_at", "text")
      .execute();
    await db.schema.createIndex("exports_by_form").on("exports").column("form_id").execute();
    await db.schema.createIndex("exports_by_file").on("exports").column("storage_key").execute();
  },
};
