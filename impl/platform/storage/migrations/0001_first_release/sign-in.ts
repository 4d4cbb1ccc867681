import type { Kysely } from "kysely";
import { makeOptionalPartOf, makePartOf, makeRequired, primaryKey, unique } from "./columns.ts";

/**
 * Passwords, sessions, mailed links and passkeys, and the records of apps that sign in by OAuth. better-auth reads passwords,
 * sessions and passkeys.
 */
export async function createSignInTables(db: Kysely<unknown>): Promise<void> {
  await createCredentials(db);
  await createSessions(db);
  await createMailedLinks(db);
  await createPasskeys(db);
  await createPasskeyChallenges(db);
  await createOauthRecords(db);
}

async function createCredentials(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("credentials")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("provider", "text", makeRequired)
    .addColumn("subject", "text", makeRequired)
    .addColumn("password_hash", "text")
    .addColumn("created_at", "text", makeRequired)
    .addColumn("updated_at", "text", makeRequired)
    .addUniqueConstraint("credentials_once", ["account_id", "provider"])
    .execute();
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("token_hash", "text", unique)
    .addColumn("user_agent", "text")
    .addColumn("created_at", "text", makeRequired)
    .addColumn("updated_at", "text", makeRequired)
    .addColumn("expires_at", "text", makeRequired)
    .execute();
  await db.schema
    .createIndex("sessions_by_account")
    .on("sessions")
    .columns(["account_id", "updated_at"])
    .execute();
  await db.schema.createIndex("sessions_by_expiry").on("sessions").column("expires_at").execute();
}

async function createMailedLinks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mailed_links")
    .addColumn("hash", "text", primaryKey)
    .addColumn("purpose", "text", makeRequired)
    .addColumn("email", "text", makeRequired)
    .addColumn("account_id", "text", makeOptionalPartOf("accounts.id"))
    .addColumn("created_at", "text", makeRequired)
    .addColumn("expires_at", "text", makeRequired)
    .execute();
  await db.schema.createIndex("mailed_links_by_account").on("mailed_links").column("account_id").execute();
  await db.schema.createIndex("mailed_links_by_expiry").on("mailed_links").column("expires_at").execute();
}

async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("name", "text", makeRequired)
    .addColumn("credential_id", "text", unique)
    .addColumn("public_key", "text", makeRequired)
    .addColumn("counter", "bigint", makeRequired)
    .addColumn("device_type", "text", makeRequired)
    .addColumn("backed_up", "integer", makeRequired)
    .addColumn("transports", "text")
    .addColumn("aaguid", "text")
    .addColumn("created_at", "text", makeRequired)
    .execute();
  await db.schema.createIndex("passkeys_by_account").on("passkeys").column("account_id").execute();
}

async function createPasskeyChallenges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passkey_challenges")
    .addColumn("id", "text", primaryKey)
    .addColumn("hash", "text", unique)
    .addColumn("value", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addColumn("updated_at", "text", makeRequired)
    .addColumn("expires_at", "text", makeRequired)
    .execute();
  await db.schema
    .createIndex("passkey_challenges_by_expiry")
    .on("passkey_challenges")
    .column("expires_at")
    .execute();
}

async function createOauthRecords(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("oauth_records")
    .addColumn("kind", "text", makeRequired)
    .addColumn("hash", "text", makeRequired)
    .addColumn("token_id", "text", makeOptionalPartOf("tokens.id"))
    .addColumn("scopes", "text", makeRequired)
    .addColumn("payload", "text", makeRequired)
    .addColumn("consumed_at", "text")
    .addColumn("expires_at", "text", makeRequired)
    .addPrimaryKeyConstraint("oauth_records_key", ["kind", "hash"])
    .execute();
  await db.schema.createIndex("oauth_records_by_token").on("oauth_records").column("token_id").execute();
  await db.schema.createIndex("oauth_records_by_expiry").on("oauth_records").column("expires_at").execute();
}
