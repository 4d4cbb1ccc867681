import { type Kysely, type Migration, sql } from "kysely";

/** Periods of the ledger: a balance is the sum of the open one, however many entries there were before. */
export const creditPeriods: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable("credit_entries")
      .addColumn("period", "integer", (column) => column.notNull().defaultTo(sql`0`))
      .execute();
    // Holds all that a balance is summed from, so that the table itself is not read.
    await db.schema
      .createIndex("credit_entries_by_period")
      .on("credit_entries")
      .columns(["account_id", "period", "ledger_account", "amount"])
      .execute();
    await db.schema.dropIndex("credit_entries_by_account").execute();
  },
};
