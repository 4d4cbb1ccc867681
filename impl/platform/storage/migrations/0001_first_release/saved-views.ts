import type { Kysely } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./columns.ts";

/** Saved views of the responses of a form. They belong to the form, so they name no account. */
export async function createSavedViewTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("saved_views")
    .addColumn("id", "text", primaryKey)
    .addColumn("form_id", "text", makePartOf("forms.id"))
    .addColumn("name", "text", makeRequired)
    .addColumn("settings", "text", makeRequired)
    .addColumn("saved_at", "text", makeRequired)
    .addUniqueConstraint("saved_views_by_name", ["form_id", "name"])
    .execute();
}
