import type { Kysely, Migration } from "kysely";

/** What people sign in with: passwords, sessions and mailed links. better-auth reads the first two. */
export const signIn: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("accounts").addColumn("locked_at", "text").execute();
    await db.schema.alterTable("accounts").addColumn("language", "text").execute();
    await credentialTable(db);
    await sessionTable(db);
    await db.schema
      .createTable("mailed_links")
      .addColumn("hash", "text", (column) => column.primaryKey().notNull())
      .addColumn("purpose", "text", (column) => column.notNull())
      .addColumn("email", "text", (column) => column.notNull())
      .addColumn("account_id", "text", (column) => column.references("accounts.id").onDelete("cascade"))
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("mailed_links_by_account").on("mailed_links").column("account_id").execute();
    await db.schema.createIndex("mailed_links_by_expiry").on("mailed_links").column("expires_at").execute();
  },
};

async function credentialTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("credentials")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) =>
      column.notNull().references("accounts.id").onDelete("cascade"),
    )
    .addColumn("provider", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("password_hash", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addUniqueConstraint("credentials_once", ["account_id", "provider"])
    .execute();
}

async function sessionTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) =>
      column.notNull().references("accounts.id").onDelete("cascade"),
    )
    .addColumn("token_hash", "text", (column) => column.notNull().unique())
    .addColumn("user_agent", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("sessions_by_account")
    .on("sessions")
    .columns(["account_id", "updated_at"])
    .execute();
  await db.schema.createIndex("sessions_by_expiry").on("sessions").column("expires_at").execute();
}
