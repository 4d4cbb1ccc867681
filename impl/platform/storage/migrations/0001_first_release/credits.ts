import { type Kysely, sql } from "kysely";
import { makePartOf, makeRequired, primaryKey } from "./columns.ts";

/**
 * Creates the ledger of lesson credits: transactions and their entries. A balance is the sum of the open period only, so older
 * entries cost nothing.
 */
export async function createCreditTables(db: Kysely<unknown>): Promise<void> {
  await createCreditTransactions(db);
  await createCreditEntries(db);
}

async function createCreditTransactions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("credit_transactions")
    .addColumn("id", "text", primaryKey)
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("cause", "text", makeRequired)
    .addColumn("reference", "text", makeRequired)
    .addColumn("created_at", "text", makeRequired)
    .addUniqueConstraint("credit_transactions_once", ["account_id", "cause", "reference"])
    .execute();
  // The order in which an owner reads the movements of credits.
  await db.schema
    .createIndex("credit_transactions_by_time")
    .on("credit_transactions")
    .columns(["account_id", "created_at", "id"])
    .execute();
}

async function createCreditEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("credit_entries")
    .addColumn("transaction_id", "text", makePartOf("credit_transactions.id"))
    .addColumn("account_id", "text", makePartOf("accounts.id"))
    .addColumn("ledger_account", "text", makeRequired)
    .addColumn("amount", "integer", makeRequired)
    .addColumn("period", "integer", (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("credit_entries_key", ["transaction_id", "ledger_account"])
    .addCheckConstraint(
      "credit_entries_ledger_account",
      sql`ledger_account in ('issued', 'available', 'reserved', 'charged')`,
    )
    .execute();
  // Contains every column of a balance, so the table itself is not read.
  await db.schema
    .createIndex("credit_entries_by_period")
    .on("credit_entries")
    .columns(["account_id", "period", "ledger_account", "amount"])
    .execute();
}
