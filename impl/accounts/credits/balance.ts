/** The credits of an account, including the monthly credits of its plan. */
import type { Transaction } from "kysely";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Account } from "../accounts.ts";
import { planMonths } from "../plans/month.ts";
import { findPlan, type PlanName, planNames } from "../plans/plans.ts";
import { type Balances, balances, recordTransfer } from "./ledger.ts";

/** The credits of an account, after all months of its plan that have begun are granted. */
export async function creditBalance(queries: Queries, account: Account, now: Date): Promise<Balances> {
  await grantDueMonths(queries, account, now);
  return balances(queries, account.id);
}

/**
 * Grants the credits of all months that have begun and were not granted yet. Nothing runs at the start of a month:
 * whatever needs a balance calls this first. Each month is granted once, however many processes call at the same time.
 */
export async function grantDueMonths(queries: Queries, account: Account, now: Date): Promise<void> {
  const latest = dueMonths(account, now).at(-1);
  if (latest === undefined || (await isGranted(queries, account.id, latest))) return;
  if (queries.isTransaction) return grantAll(queries as Transaction<Schema>, account.id, now);
  await queries.transaction().execute((transaction) => grantAll(transaction, account.id, now));
}

/** The credits that a plan gave for a month: at its start, and by changes of the plan within it. */
export async function creditsOfMonth(queries: Queries, accountId: string, month: string): Promise<number> {
  const granted = await queries
    .selectFrom("credit_transactions as granted")
    .innerJoin("credit_entries as entry", "entry.transaction_id", "granted.id")
    .select(({ fn }) => fn.sum<number | string | null>("entry.amount").as("credits"))
    .where("granted.account_id", "=", accountId)
    .where("entry.ledger_account", "=", "available")
    .where("granted.cause", "in", ["plan_month", "plan_change"])
    .where("granted.reference", "in", [month, ...planNames.map((plan) => changeReference(month, plan))])
    .executeTakeFirstOrThrow();
  return Number(granted.credits ?? 0);
}

/** Adds the credits of a plan that the current month lacks. Changing plans repeatedly adds nothing more. */
export async function grantRestOfMonth(
  transaction: Transaction<Schema>,
  accountId: string,
  plan: PlanName,
  month: string,
  now: Date,
): Promise<void> {
  const credits = findPlan(plan).lessonCredits - (await creditsOfMonth(transaction, accountId, month));
  if (credits <= 0) return;
  const transfer = { accountId, credits, from: "issued", to: "available", cause: "plan_change" } as const;
  await recordTransfer(transaction, { ...transfer, reference: changeReference(month, plan) }, now);
}

/** Months are dates without a slash. */
const changeReference = (month: string, plan: PlanName) => `${month}/${plan}`;

/** Reads the account again under its lock, because the plan may have changed. */
async function grantAll(transaction: Transaction<Schema>, accountId: string, now: Date): Promise<void> {
  const account = await lockAccount(transaction, accountId);
  const grant = { accountId, from: "issued", to: "available", cause: "plan_month" } as const;
  const credits = findPlan(account.plan).lessonCredits;
  for (const reference of dueMonths(account, now))
    await recordTransfer(transaction, { ...grant, credits, reference }, now);
}

/** The starts of the months to grant. A subscription that has ended gets no more; a trial ends by its date. */
function dueMonths(account: Account, now: Date): string[] {
  if (account.subscription === "expired") return [];
  const starts = planMonths(new Date(account.plan_started_at), now).map(({ start }) => start.toISOString());
  const { subscription, trial_ends_at } = account;
  return starts.filter(
    (start) => subscription !== "trial" || trial_ends_at === null || start < trial_ends_at,
  );
}

/** All due months are granted in one transaction, so it is enough to check the latest one. */
async function isGranted(queries: Queries, accountId: string, month: string): Promise<boolean> {
  const granted = await queries
    .selectFrom("credit_transactions")
    .select("id")
    .where("account_id", "=", accountId)
    .where("cause", "=", "plan_month")
    .where("reference", "=", month)
    .executeTakeFirst();
  return granted !== undefined;
}
