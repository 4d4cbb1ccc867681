/** Changes the plan of an account. */
import type { Transaction } from "kysely";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Account } from "../accounts.ts";
import { planMonth } from "../plans/month.ts";
import type { PlanName } from "../plans/plans.ts";
import { creditsOfMonth, grantDueMonths, grantRestOfMonth } from "./balance.ts";

/**
 * Changes the plan now. Earlier months of the old plan are granted first. A paid month continues: its used generations stay
 * used, and a larger plan adds the credits that the month lacks. The first paid plan, and a plan after an ended subscription,
 * begins a new month. The current plan of an active account is not started again. @returns false if nothing was changed
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
  const month = planMonth(new Date(account.plan_started_at), now).start.toISOString();
  const isPaid = account.plan !== "trial" && (await creditsOfMonth(transaction, accountId, month)) > 0;
  const started: Account = {
    ...account,
    plan,
    subscription: "active",
    // Months are counted from here. Without it, months that have begun would be granted by the new plan.
    plan_started_at: isPaid ? account.plan_started_at : now.toISOString(),
  };
  const { subscription, plan_started_at } = started;
  await transaction
    .updateTable("accounts")
    .set({ plan, subscription, plan_started_at })
    .where("id", "=", accountId)
    .execute();
  await grantDueMonths(transaction, started, now);
  await grantRestOfMonth(transaction, accountId, plan, isPaid ? month : plan_started_at, now);
  return true;
}
