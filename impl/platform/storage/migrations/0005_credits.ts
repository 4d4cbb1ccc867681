import { type Kysely, type Migration, sql } from "kysely";

/** The ledger of lesson credits: transactions and their entries. Rows are only ever added. */
export const credits: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("credit_transactions")
      .addColumn("id", "text", (column) => column.primaryKey().notNull())
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("cause", "text", (column) => column.notNull())
      .addColumn("reference", "text", (column) => column.notNull())
      .addColumn("created_at", "text", (column) => column.notNull())
      .addUniqueConstraint("credit_transactions_once", ["account_id", "cause", "reference"])
      .execute();
    await db.schema
      .createTable("credit_entries")
      .addColumn("transaction_id", "text", (column) =>
        column.notNull().references("credit_transactions.id").onDelete("cascade"),
      )
      .addColumn("account_id", "text", (column) =>
        column.notNull().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("ledger_account", "text", (column) => column.notNull())
      .addColumn("amount", "integer", (column) => column.notNull())
      .addPrimaryKeyConstraint("credit_entries_key", ["transaction_id", "ledger_account"])
      .addCheckConstraint(
        "credit_entries_ledger_account",
        sql`ledger_account in ('issued', 'available', 'reserved', 'charged')`,
      )
      .execute();
    // Holds all that a balance is summed from, so that the table itself is not read.
    await db.schema
      .createIndex("credit_entries_by_account")
      .on("credit_entries")
      .columns(["account_id", "ledger_account", "amount"])
      .execute();
  },
};
