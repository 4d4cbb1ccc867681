import type { Kysely, Migration } from "kysely";

/** Which accounts and forms were deleted, so that restoring a backup does not bring them back. */
export const deletions: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("deletions")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("deleted_at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("deletions_by_time").on("deletions").column("deleted_at").execute();
  },
};
