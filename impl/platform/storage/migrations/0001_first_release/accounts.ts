import { type Kysely, sql } from "kysely";
import { flag, makePartOf, makeRequired, primaryKey, unique } from "./columns.ts";

/** Accounts and the tokens that act for them. */
export async function createAccountTables(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db);
  await createTokens(db);
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accounts")
    .addColumn("id", "text", primaryKey)
    .addColumn("email", "text", unique)
    .addColumn("plan", "text", makeRequired)
    .addColumn("subscription", "text", makeRequired)
    .addColumn("plan_started_at", "text", makeRequired)
    .addColumn("trial_ends_at", "text")
    .addColumn("created_at", "text", makeRequired)
    .addColumn("locked_at", "text")
    .addColumn("deleting_at", "text")
    .addColumn("language", "text")
    .addColumn("email_confirmed", "integer", flag)
    .addColumn("time_zone", "text")
    .addCheckConstraint(
      "accounts_subscription",
      sql`subscription in ('trial', 'active', 'past_due', 'expired')`,
    )
    .execute();
  await db.schema.createIndex("accounts_by_deletion").on("accounts").column("deleting_at").execute();
}

async function createTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tokens")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("name", "text", makeRequired)
    .addColumn("hash", "text", unique)
    .addColumn("scopes", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addColumn("expires_at", "text")
    .addColumn("revoked_at", "text")
    .addColumn("last_used_at", "text")
    .addColumn("app_host", "text")
    .execute();
  await db.schema
    .createIndex("tokens_by_account")
    .on("tokens")
    .columns(["account_id", "created_at"])
    .execute();
  await db.schema
    .createIndex("tokens_of_apps")
    .on("tokens")
    .column("app_host")
    .where("app_host", "is not", null)
    .execute();
}
