import type { Kysely, Migration } from "kysely";

/** Where a file that is not sent came from, and whether a form lost its files because it was not sent. */
export const unsentFiles: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("files").addColumn("network", "text").execute();
    await db.schema
      .alterTable("fills")
      .addColumn("lost_files", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
