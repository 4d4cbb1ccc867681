import { type Kysely, sql } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./columns.ts";

/** Folders of an account. The owner of a form says in which folder it is. */
export async function createFolderTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("folders")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("name", "text", makeRequired)
    .addUniqueConstraint("folders_by_name", ["account_id", "name"])
    .execute();
}

/** Tags, people with whom folders are shared, and places of forms that are shared with an account. */
export async function createFolderUseTables(db: Kysely<unknown>): Promise<void> {
  await createFolderForms(db);
  await createFormTags(db);
  await createFolderMembers(db);
  await createFolderInvitations(db);
}

/** The folders in which an account has the forms that are shared with it. */
async function createFolderForms(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("folder_forms")
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("folder_id", "text", makePartOf("folders.id"))
    .addPrimaryKeyConstraint("folder_forms_key", ["account_id", "form_id"])
    .execute();
  await db.schema
    .createIndex("folder_forms_by_folder")
    .on("folder_forms")
    .columns(["folder_id", "form_id"])
    .execute();
  await db.schema.createIndex("folder_forms_by_form").on("folder_forms").column("form_id").execute();
}

/** Tags that accounts give to forms: own ones, and forms that are shared with the account. */
async function createFormTags(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("form_tags")
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("tag", "text", makeRequired)
    .addPrimaryKeyConstraint("form_tags_key", ["account_id", "form_id", "tag"])
    .execute();
  await db.schema
    .createIndex("form_tags_by_tag")
    .on("form_tags")
    .columns(["account_id", "tag", "form_id"])
    .execute();
  await db.schema.createIndex("form_tags_by_form").on("form_tags").column("form_id").execute();
}

/** A folder that is shared with people, and by that each form in it. */
async function createFolderMembers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("folder_members")
    .addColumn("folder_id", "text", makePartOf("folders.id"))
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("permission", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addColumn("updated_at", "text", makeRequired)
    .addPrimaryKeyConstraint("folder_members_key", ["account_id", "folder_id"])
    .addCheckConstraint("folder_members_permission", sql`permission in ('view', 'edit', 'admin')`)
    .execute();
  await db.schema
    .createIndex("folder_members_by_folder")
    .on("folder_members")
    .columns(["folder_id", "account_id"])
    .execute();
}

async function createFolderInvitations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("folder_invitations")
    .addColumn("id", "text", primaryKey)
    .addColumn("folder_id", "text", makePartOf("folders.id"))
    .addColumn("email", "text", makeRequired)
    .addColumn("permission", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addUniqueConstraint("invitations_of_folder", ["folder_id", "email"])
    .execute();
  for (const column of ["email", "created_at"])
    await db.schema
      .createIndex(`folder_invitations_by_${column}`)
      .on("folder_invitations")
      .column(column)
      .execute();
}
