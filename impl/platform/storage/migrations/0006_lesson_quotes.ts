import type { Kysely, Migration } from "kysely";

/** Quotes of lessons. */
export const lessonQuotes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("lesson_quotes")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("prompt", "text", (column) => column.notNull())
      .addColumn("languages", "text", (column) => column.notNull())
      .addColumn("illustration_count", "integer", (column) => column.notNull())
      .addColumn("input_hash", "text", (column) => column.notNull())
      .addColumn("price_version", "integer", (column) => column.notNull())
      .addColumn("breakdown", "text", (column) => column.notNull())
      .addColumn("total_credits", "integer", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("lesson_quotes_by_expiry").on("lesson_quotes").column("expires_at").execute();
  },
};
