import { type Kysely, type Migration, sql } from "kysely";

/** Accounts, tokens, forms and the generation quota. */
export const first: Migration = {
  async up(db: Kysely<unknown>) {
    await accountTables(db);
    await formTables(db);
    await db.schema
      .createTable("generations")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("operation", "text", (column) => column.notNull())
      .addColumn("idempotency_key", "text")
      .addColumn("input_hash", "text", (column) => column.notNull())
      .addColumn("leased_until", "text")
      .addColumn("result", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addUniqueConstraint("generations_idempotency", ["account_id", "idempotency_key"])
      .execute();
    await db.schema
      .createIndex("generations_by_month")
      .on("generations")
      .columns(["account_id", "created_at"])
      .execute();
    await db.schema
      .createTable("secrets")
      .addColumn("name", "text", (column) => column.primaryKey().notNull())
      .addColumn("value", "text", (column) => column.notNull())
      .execute();
  },
};

async function accountTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accounts")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("plan", "text", (column) => column.notNull())
    .addColumn("subscription", "text", (column) => column.notNull())
    .addColumn("plan_started_at", "text", (column) => column.notNull())
    .addColumn("trial_ends_at", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addCheckConstraint(
      "accounts_subscription",
      sql`subscription in ('trial', 'active', 'past_due', 'expired')`,
    )
    .execute();
  await db.schema
    .createTable("tokens")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("account_id", "text", (column) =>
      column.notNull().references("accounts.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("scopes", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text")
    .addColumn("revoked_at", "text")
    .addColumn("last_used_at", "text")
    .execute();
  await db.schema
    .createIndex("tokens_by_account")
    .on("tokens")
    .columns(["account_id", "created_at"])
    .execute();
}

async function formTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("forms")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("owner_id", "text", (column) => column.notNull().references("accounts.id").onDelete("cascade"))
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("title_folded", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("default_language", "text", (column) => column.notNull())
    .addColumn("languages", "text", (column) => column.notNull())
    .addColumn("field_count", "integer", (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("password_hash", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addColumn("published_at", "text")
    .addColumn("archived_at", "text")
    .execute();
  // The order of lists: most recently changed first, then by id.
  await db.schema
    .createIndex("forms_by_owner")
    .on("forms")
    .columns(["owner_id", "updated_at", "id"])
    .execute();
  await db.schema
    .createTable("form_versions")
    .addColumn("form_id", "text", (column) => column.notNull().references("forms.id").onDelete("cascade"))
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("structure", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("form_versions_key", ["form_id", "version"])
    .execute();
  await db.schema
    .createTable("form_shares")
    .addColumn("form_id", "text", (column) => column.notNull().references("forms.id").onDelete("cascade"))
    .addColumn("account_id", "text", (column) =>
      column.notNull().references("accounts.id").onDelete("cascade"),
    )
    .addColumn("permission", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("updated_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("form_shares_key", ["account_id", "form_id"])
    .addCheckConstraint("form_shares_permission", sql`permission in ('view', 'edit', 'admin')`)
    .execute();
  await db.schema.createIndex("form_shares_by_form").on("form_shares").column("form_id").execute();
}
