import type { Kysely, Migration } from "kysely";
import { makeKeyOf, makePartOf, makeRequired } from "./0001_initial/columns.ts";

/** The bin of forms. A deleted form with a row can be brought back; one without is being removed. */
export const deletedForms: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("deleted_forms")
      .addColumn("form_id", "text", makeKeyOf("forms.id"))
      .addColumn("account_id", "text", makePartOf("accounts.id"))
      .addColumn("erase_at", "text", makeRequired)
      .execute();
    // The order of the list: the form that was deleted last first.
    await db.schema
      .createIndex("deleted_forms_by_account")
      .on("deleted_forms")
      .columns(["account_id", "erase_at", "form_id"])
      .execute();
    await db.schema.createIndex("deleted_forms_by_end").on("deleted_forms").column("erase_at").execute();
  },
};
