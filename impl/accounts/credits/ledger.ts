/** The ledger of credits: double-entry, append-only. Only this file writes its tables. */
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import { newId } from "../../platform/ids.ts";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";

type LedgerAccount = Schema["credit_entries"]["ledger_account"];

/** Moves credits of an account from one ledger account to another. */
export interface Transfer {
  readonly accountId: string;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  /** A positive integer. */
  readonly credits: number;
  /** The cause of the transfer. Cause and reference occur once in an account. */
  readonly cause: Schema["credit_transactions"]["cause"];
  readonly reference: string;
}

/** The number of entries after which the next transfer closes the period. */
export const ENTRIES_PER_PERIOD = 1_000;

/** Sums of the entries of an account. */
export interface Balances {
  /** Free to spend. */
  readonly available: number;
  /** Set aside for lessons that are being generated. */
  readonly reserved: number;
}

/** The period that new entries of an account belong to. */
interface OpenPeriod extends Balances {
  readonly number: number;
  readonly entries: number;
}

export async function balances(queries: Queries, accountId: string): Promise<Balances> {
  const { available, reserved } = await openPeriod(queries, accountId);
  return { available, reserved };
}

/** Earlier periods sum to zero except for charges, so only the entries of the open period are read. */
async function openPeriod(queries: Queries, accountId: string): Promise<OpenPeriod> {
  const sums = await queries
    .selectFrom("credit_entries")
    .select(["period", "ledger_account"])
    .select(({ fn }) => [
      fn.sum<number | string>("amount").as("sum"),
      fn.countAll<number | string>().as("entries"),
    ])
    .where("account_id", "=", accountId)
    .where("period", "=", ({ selectFrom }) =>
      selectFrom("credit_entries as latest")
        .select(({ fn }) => fn.max("latest.period").as("period"))
        .where("latest.account_id", "=", accountId),
    )
    .groupBy(["period", "ledger_account"])
    .execute();
  // PostgreSQL returns sums and counts as text.
  const totalFor = (name: LedgerAccount) =>
    Number(sums.find(({ ledger_account }) => ledger_account === name)?.sum ?? 0);
  return {
    number: sums[0]?.period ?? 0,
    entries: sums.reduce((total, { entries }) => total + Number(entries), 0),
    available: totalFor("available"),
    reserved: totalFor("reserved"),
  };
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
  const before = await openPeriod(transaction, accountId);
  if (from === "available") requireAvailable(before, credits);
  if (from === "reserved") requireReserved(before, credits);
  const period = await periodWithRoom(transaction, accountId, before, now);
  await addEntries(transaction, { id, accountId, from, to, credits, period });
  return true;
}

/** Closes a full period: its remaining credits are booked back to their source, and from there into the next period. */
async function periodWithRoom(
  transaction: Transaction<Schema>,
  accountId: string,
  open: OpenPeriod,
  now: Date,
): Promise<number> {
  if (open.entries < ENTRIES_PER_PERIOD) return open.number;
  const next = open.number + 1;
  for (const name of ["available", "reserved"] as const) {
    const credits = open[name];
    if (credits === 0) continue;
    const carry = async (
      cause: "period_end" | "period_start",
      entries: Pick<Transfer, "from" | "to">,
      period: number,
    ) => {
      const id = newId("ctx");
      await transaction
        .insertInto("credit_transactions")
        .values({
          id,
          account_id: accountId,
          cause,
          reference: `${period}/${name}`,
          created_at: now.toISOString(),
        })
        .execute();
      await addEntries(transaction, { id, accountId, ...entries, credits, period });
    };
    await carry("period_end", { from: name, to: "issued" }, open.number);
    await carry("period_start", { from: "issued", to: name }, next);
  }
  return next;
}

interface Entries extends Pick<Transfer, "accountId" | "from" | "to" | "credits"> {
  /** The transaction. */
  readonly id: string;
  readonly period: number;
}

/** Adds one entry for each side of a transfer. */
async function addEntries(
  transaction: Transaction<Schema>,
  { id, accountId, from, to, credits, period }: Entries,
): Promise<void> {
  const entry = (ledger_account: LedgerAccount, amount: number) => ({
    transaction_id: id,
    account_id: accountId,
    ledger_account,
    amount,
    period,
  });
  await transaction
    .insertInto("credit_entries")
    .values([entry(from, -credits), entry(to, credits)])
    .execute();
}

/** @throws Refusal insufficient_credits, which rolls the transaction back */
function requireAvailable({ available }: Balances, required: number): void {
  if (available >= required) return;
  throw new Refusal(
    "insufficient_credits",
    `This takes ${required} credits and ${available} are available: ${required - available} are missing.`,
    { required, available, missing: required - available },
  );
}

/** Throws if fewer credits are reserved than should be settled. That is a bug, and the error rolls the transaction back. */
function requireReserved({ reserved }: Balances, required: number): void {
  if (reserved < required) throw new Error(`${required} credits to settle, and ${reserved} are reserved`);
}
