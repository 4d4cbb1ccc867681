import type { Kysely, Migration } from "kysely";

/** Who has added a webhook: it ends with the access of that account. */
export const webhookAuthors: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("webhooks").addColumn("added_by", "text").execute();
  },
};
