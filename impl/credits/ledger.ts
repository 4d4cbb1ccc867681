/** The ledger of credits: double-entry, append-only. Only this file writes its tables. */
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import { lockAccount } from "../accounts/accounts.ts";
import { newId } from "../ids/ids.ts";
import type { CreditEntriesTable, CreditTransactionsTable, Schema } from "../storage/schema.ts";
import type { Queries } from "../storage/storage.ts";

type LedgerAccount = CreditEntriesTable["ledger_account"];

/** Moves credits of an account from one ledger account to another. */
export interface Transfer {
  readonly accountId: string;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  /** A positive integer. */
  readonly credits: number;
  /** What caused the transfer. Cause and reference happen once in an account. */
  readonly cause: CreditTransactionsTable["cause"];
  readonly reference: string;
}

/** Sums of the entries of an account. */
export interface Balances {
  /** Free to spend. */
  readonly available: number;
  /** Set aside for lessons that are being generated. */
  readonly reserved: number;
}

export async function balances(queries: Queries, accountId: string): Promise<Balances> {
  const sums = await queries
    .selectFrom("credit_entries")
    .select(["ledger_account", ({ fn }) => fn.sum<number | string>("amount").as("sum")])
    .where("account_id", "=", accountId)
    .groupBy("ledger_account")
    .execute();
  // PostgreSQL returns sums as text.
  const sumOf = (name: LedgerAccount) =>
    Number(sums.find(({ ledger_account }) => ledger_account === name)?.sum ?? 0);
  return { available: sumOf("available"), reserved: sumOf("reserved") };
}

/**
 * Records a transfer, with one entry for each side, so that its entries sum to zero. Locks the account until the
 * transaction ends: concurrent transfers of an account check their balances one after the other.
 * @returns false: nothing was recorded, because the same cause and reference were recorded before
 * @throws Refusal insufficient_credits if the transfer takes more than is available
 */
export async function recordTransfer(
  transaction: Transaction<Schema>,
  transfer: Transfer,
  now: Date,
): Promise<boolean> {
  const { accountId, from, to, credits, cause, reference } = transfer;
  if (!Number.isSafeInteger(credits) || credits <= 0) throw new Error(`Not a number of credits: ${credits}`);
  await lockAccount(transaction, accountId);
  const id = newId("ctx");
  const recorded = await transaction
    .insertInto("credit_transactions")
    .values({ id, account_id: accountId, cause, reference, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(["account_id", "cause", "reference"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (recorded === undefined) return false;
  if (from === "available") await requireAvailable(transaction, accountId, credits);
  if (from === "reserved") await requireReserved(transaction, accountId, credits);
  const entry = (ledger_account: LedgerAccount, amount: number) => ({
    transaction_id: id,
    account_id: accountId,
    ledger_account,
    amount,
  });
  await transaction
    .insertInto("credit_entries")
    .values([entry(from, -credits), entry(to, credits)])
    .execute();
  return true;
}

/** @throws Refusal insufficient_credits, which rolls the transaction back */
async function requireAvailable(
  transaction: Transaction<Schema>,
  accountId: string,
  required: number,
): Promise<void> {
  const { available } = await balances(transaction, accountId);
  if (available >= required) return;
  throw new Refusal(
    "insufficient_credits",
    `This takes ${required} credits and ${available} are available: ${required - available} are missing.`,
    { required, available, missing: required - available },
  );
}

/** What is settled was reserved before; anything else is a bug, and rolls the transaction back. */
async function requireReserved(
  transaction: Transaction<Schema>,
  accountId: string,
  required: number,
): Promise<void> {
  const { reserved } = await balances(transaction, accountId);
  if (reserved < required) throw new Error(`${required} credits to settle, and ${reserved} are reserved`);
}
