/** Changes the plan of an account. */
import type { Transaction } from "kysely";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Account } from "../accounts.ts";
import type { PlanName } from "../plans/plans.ts";
import { grantDueMonths } from "./balance.ts";

/**
 * Starts a plan now, and with it the first of its months: the generation quota begins anew, and the credits of the month
 * are granted. Months of the plan before it that have begun are granted first. The plan that an active account has already
 * is not started again.
 * @returns false: nothing was changed
 */
export async function changePlan(
  transaction: Transaction<Schema>,
  accountId: string,
  plan: Exclude<PlanName, "trial">,
  now: Date,
): Promise<boolean> {
  const account = await lockAccount(transaction, accountId);
  if (account.plan === plan && account.subscription === "active") return false;
  await grantDueMonths(transaction, account, now);
  const started: Account = {
    ...account,
    plan,
    subscription: "active",
    // Months are counted from here. Without it, months that have begun would be granted by the new plan.
    plan_started_at: now.toISOString(),
  };
  const { subscription, plan_started_at } = started;
  await transaction
    .updateTable("accounts")
    .set({ plan, subscription, plan_started_at })
    .where("id", "=", accountId)
    .execute();
  await grantDueMonths(transaction, started, now);
  return true;
}
