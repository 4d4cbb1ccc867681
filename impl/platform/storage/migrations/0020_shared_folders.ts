import { type Kysely, type Migration, sql } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./0001_initial/columns.ts";

/** Folders that are shared with people, and by that each form in them. The owner of a form says in which folder it is. */
export const sharedFolders: Migration = {
  async up(db: Kysely<unknown>) {
    await createFolderMembers(db);
    await createFolderInvitations(db);
    await db.schema
      .alterTable("forms")
      .addColumn("folder_id", "text", (column) => column.references("folders.id").onDelete("set null"))
      .execute();
    // Lists of a folder sort and count by this index alone, without the forms of the account that asks.
    await sql`create index forms_by_folder on forms (folder_id, owner_id, updated_at, id, deleting_at)
      where folder_id is not null`.execute(db);
    await sql`insert into folder_members (folder_id, account_id, permission, created_at, updated_at)
      select folders.id, account_id, 'admin', accounts.created_at, accounts.created_at
      from folders join accounts on accounts.id = folders.account_id`.execute(db);
    await sql`update forms set folder_id =
      (select folder_id from folder_forms where form_id = forms.id and account_id = forms.owner_id)
      where id in (select form_id from folder_forms)`.execute(db);
    await sql`delete from folder_forms where account_id =
      (select owner_id from forms where id = folder_forms.form_id)`.execute(db);
  },
};

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
