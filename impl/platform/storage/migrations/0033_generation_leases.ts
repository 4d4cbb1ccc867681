import type { Kysely, Migration } from "kysely";

/** Finds the generations whose process died without reading all that an account ever made. */
export const generationLeases: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex("generations_leased")
      .on("generations")
      .columns(["account_id", "leased_until"])
      .where("leased_until" as never, "is not", null)
      .execute();
  },
};
