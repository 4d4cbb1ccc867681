import type { Kysely, Migration } from "kysely";

/** The time zone of an account's pages. */
export const timeZones: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable("accounts").addColumn("time_zone", "text").execute();
  },
};
