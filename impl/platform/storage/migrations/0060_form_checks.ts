import type { Kysely, Migration } from "kysely";

/** What is to be checked in a form, until its owner has ticked it off. */
export const formChecks: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("form_checks")
      .addColumn("form_id", "text", (form) => form.primaryKey().references("forms.id").onDelete("cascade"))
      .addColumn("checks", "text", (checks) => checks.notNull())
      .execute();
  },
};
