import type { Kysely, Migration } from "kysely";

/** Passkeys of accounts, and the challenges that browsers are to sign. better-auth reads both. */
export const passkeys: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("passkeys")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("credential_id", "text", (column) => column.notNull().unique())
      .addColumn("public_key", "text", (column) => column.notNull())
      .addColumn("counter", "bigint", (column) => column.notNull())
      .addColumn("device_type", "text", (column) => column.notNull())
      .addColumn("backed_up", "integer", (column) => column.notNull())
      .addColumn("transports", "text")
      .addColumn("aaguid", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("passkeys_by_account").on("passkeys").column("account_id").execute();
    const challenges = "passkey_challenges";
    await db.schema
      .createTable(challenges)
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("hash", "text", (column) => column.notNull().unique())
      .addColumn("value", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex(`${challenges}_by_expiry`).on(challenges).column("expires_at").execute();
  },
};
