import type { Kysely, Migration } from "kysely";

/** How often forms were opened, and since when that is counted. */
export const formViews: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("form_views")
      .addColumn("form_id", "text", (form) => form.primaryKey().references("forms.id").onDelete("cascade"))
      .addColumn("views", "integer", (views) => views.notNull())
      .addColumn("since", "text", (since) => since.notNull())
      .execute();
  },
};
