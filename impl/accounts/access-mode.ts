/** Whether an account may write: what its subscription or trial allows today. */
import { Refusal } from "@toolwright/runtime";
import type { Account } from "./accounts.ts";

export type AccessMode = Account["subscription"];

/** A trial expires by its date, without a write. */
export function accessMode(account: Account, now: Date): AccessMode {
  const trialIsOver =
    account.subscription === "trial" &&
    account.trial_ends_at !== null &&
    account.trial_ends_at <= now.toISOString();
  return trialIsOver ? "expired" : account.subscription;
}

/**
 * Every change calls this. Accounts that are past due may still write while the payment is retried.
 * @throws Refusal subscription_inactive
 */
export function requireWritable(account: Account, now: Date): void {
  if (accessMode(account, now) !== "expired") return;
  const ended =
    account.trial_ends_at === null
      ? "The subscription has ended"
      : `The trial ended on ${account.trial_ends_at}`;
  throw new Refusal(
    "subscription_inactive",
    `${ended}. Everything can still be read. Creating and changing needs a plan, which the operator of the service gives: Settings -> Subscription says whom to ask.`,
    { access_mode: "expired", plan: account.plan, trial_ends_at: account.trial_ends_at },
  );
}
