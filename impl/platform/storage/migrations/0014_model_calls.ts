import type { Kysely, Migration } from "kysely";

/** What calls of language models took. */
export const modelCalls: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("model_calls")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("purpose", "text", (column) => column.notNull())
      .addColumn("model", "text", (column) => column.notNull())
      .addColumn("outcome", "text", (column) => column.notNull())
      .addColumn("input_tokens", "integer")
      .addColumn("output_tokens", "integer")
      .addColumn("cost", "bigint")
      .addColumn("ms", "integer", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("model_calls_by_time").on("model_calls").column("created_at").execute();
    await db.schema
      .createIndex("model_calls_by_account")
      .on("model_calls")
      .columns(["account_id", "created_at"])
      .execute();
  },
};
