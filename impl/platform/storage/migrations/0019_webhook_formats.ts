import type { Kysely, Migration } from "kysely";

/** How webhooks are told: as data, or as a message in a chat, and in which language. */
export const webhookFormats: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("webhooks")
      .addColumn("format", "text", (column) => column.notNull().defaultTo("json"))
      .execute();
    await db.schema.alterTable("webhooks").addColumn("language", "text").execute();
  },
};
