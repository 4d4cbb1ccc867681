import type { Kysely, Migration } from "kysely";

/** When an owner set the status of a response: what is removed some days after it became spam counts from there. */
export const markedResponses: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("responses").addColumn("marked_at", "text").execute();
    // A person is erased from one form without a look at the unfinished fills of all others.
    await db.schema.createIndex("fills_by_form").on("fills").column("form_id").execute();
  },
};
