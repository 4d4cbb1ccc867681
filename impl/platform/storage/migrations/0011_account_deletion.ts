import type { Kysely, Migration } from "kysely";

/** A deletion of an account that was interrupted goes on with the next cleanup. */
export const accountDeletion: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("accounts").addColumn("deleting_at", "text").execute();
    await db.schema.createIndex("accounts_by_deletion").on("accounts").column("deleting_at").execute();
  },
};
