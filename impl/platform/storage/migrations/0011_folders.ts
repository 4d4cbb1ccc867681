import type { Kysely, Migration } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./0001_initial/columns.ts";

/** Folders of an account, and the forms in them: own ones, and forms that are shared with the account. */
export const folders: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("folders")
      .addColumn("id", "text", primaryKey)
      .addColumn("account_id", "text", makePartOf("accounts.id"))
      .addColumn("name", "text", makeRequired)
      .addUniqueConstraint("folders_by_name", ["account_id", "name"])
      .execute();
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
  },
};
