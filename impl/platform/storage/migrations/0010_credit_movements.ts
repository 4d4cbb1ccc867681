import type { Kysely, Migration } from "kysely";

/** The order in which an owner reads the movements of credits. */
export const creditMovements: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createIndex("credit_transactions_by_time")
      .on("credit_transactions")
      .columns(["account_id", "created_at", "id"])
      .execute();
  },
};
