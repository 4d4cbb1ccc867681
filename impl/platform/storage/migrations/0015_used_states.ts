import type { Kysely, Migration } from "kysely";

/** States of calls that wait for their client, once they were used. */
export const usedStates: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("used_states")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("used_states_by_end").on("used_states").column("expires_at").execute();
  },
};
