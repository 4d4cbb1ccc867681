import { type Kysely, sql } from "kysely";
import { flag, makeKeyOf, makePartOf, makeRequired, primaryKey, unique } from "./columns.ts";

/** Shares, invitations and secret links of forms, and the directories of the forms that accounts can access. */
export async function createSharingTables(db: Kysely<unknown>): Promise<void> {
  await createFormShares(db);
  await createFormInvitations(db);
  await createDirectories(db);
  await createDirectoryChanges(db);
  await createShareRefusals(db);
  await createSharedResults(db);
  await createLiveAddresses(db);
}

async function createFormShares(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("form_shares")
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("permission", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addColumn("updated_at", "text", makeRequired)
    .addPrimaryKeyConstraint("form_shares_key", ["account_id", "form_id"])
    .addCheckConstraint("form_shares_permission", sql`permission in ('view', 'edit', 'admin')`)
    .execute();
  await db.schema.createIndex("form_shares_by_form").on("form_shares").column("form_id").execute();
}

async function createFormInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("form_invitations")
    .addColumn("id", "text", primaryKey)
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("email", "text", makeRequired)
    .addColumn("permission", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addUniqueConstraint("invitations_of_form", ["form_id", "email"])
    .execute();
  await db.schema.createIndex("form_invitations_by_email").on("form_invitations").column("email").execute();
  await db.schema
    .createIndex("form_invitations_by_created_at")
    .on("form_invitations")
    .column("created_at")
    .execute();
}

async function createDirectories(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("directories")
    .addColumn("account_id", "text", makeKeyOf("accounts.id"))
    .addColumn("version", "integer", makeRequired)
    .execute();
}

async function createDirectoryChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("directory_changes")
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("version", "integer", makeRequired)
    .addColumn("form_id", "text", makeRequired)
    .addPrimaryKeyConstraint("directory_changes_key", ["account_id", "version"])
    .execute();
}

async function createShareRefusals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("share_refusals")
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("day", "text", makeRequired)
    .addColumn("refusals", "integer", makeRequired)
    .addPrimaryKeyConstraint("share_refusals_key", ["account_id", "day"])
    .execute();
}

/** Forms whose results everybody with a secret link sees. No row: nobody does. */
async function createSharedResults(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("shared_results")
    .addColumn("form_id", "text", makeKeyOf("forms.id"))
    .addColumn("nonce", "text", makeRequired)
    .addColumn("fields", "text", makeRequired)
    .execute();
}

/** Secret addresses at which spreadsheets load the responses of a form. No row: the form has none. */
async function createLiveAddresses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("live_addresses")
    .addColumn("form_id", "text", makeKeyOf("forms.id"))
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("hash", "text", unique)
    .addColumn("addresses", "integer", flag)
    .addColumn("language", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addColumn("last_read_at", "text")
    .execute();
  await db.schema
    .createIndex("live_addresses_by_account")
    .on("live_addresses")
    .column("account_id")
    .execute();
}
