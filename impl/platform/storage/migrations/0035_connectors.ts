import type { Kysely, Migration } from "kysely";

/** Apps that sign in by OAuth: a connected app is a row of `tokens`, and its codes and tokens are records of their own. */
export const connectors: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("tokens").addColumn("app_host", "text").execute();
    await db.schema
      .createIndex("tokens_of_apps")
      .on("tokens")
      .column("app_host")
      .where("app_host", "is not", null)
      .execute();
    await db.schema
      .createTable("oauth_records")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("hash", "text", (column) => column.notNull())
      .addColumn("token_id", "text", (column) => column.references("tokens.id").onDelete("cascade"))
      .addColumn("scopes", "text", (column) => column.notNull())
      .addColumn("payload", "text", (column) => column.notNull())
      .addColumn("consumed_at", "text")
      .addColumn("expires_at", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("oauth_records_key", ["kind", "hash"])
      .execute();
    await db.schema.createIndex("oauth_records_by_token").on("oauth_records").column("token_id").execute();
    await db.schema.createIndex("oauth_records_by_expiry").on("oauth_records").column("expires_at").execute();
  },
};
