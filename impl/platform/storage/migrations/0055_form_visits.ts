import type { Kysely, Migration } from "kysely";

/** How often forms were opened, and since when that is counted. */
export const formVisits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("form_visits")
      .addColumn("form_id", "text", (form) => form.primaryKey().references("forms.id").onDelete("cascade"))
      .addColumn("visits", "integer", (visits) => visits.notNull())
      .addColumn("since", "text", (since) => since.notNull())
      .execute();
  },
};
