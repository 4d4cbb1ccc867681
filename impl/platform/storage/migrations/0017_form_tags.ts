import type { Kysely, Migration } from "kysely";
import { makePartOf, makeRequired } from "./0001_initial/columns.ts";

/** Tags that accounts give to forms: own ones, and forms that are shared with the account. */
export const formTags: Migration = {
  async up(db: Kysely<unknown>) {
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
  },
};
