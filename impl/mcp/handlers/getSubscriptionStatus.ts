/** The tool service_get_subscription_status. */
import type { Handlers } from "../../../generated/handlers.ts";
import { accessMode } from "../../accounts/access-mode.ts";
import { accountById } from "../../accounts/accounts.ts";
import { creditBalance } from "../../accounts/credits/balance.ts";
import { generationQuota } from "../../accounts/generation/quota.ts";
import { findPlan } from "../../accounts/plans/plans.ts";
import type { App } from "../../app.ts";

export function getSubscriptionStatus(
  app: Pick<App, "storage" | "clock">,
): Handlers["getSubscriptionStatus"] {
  return async (_input, call) => {
    const now = app.clock();
    const account = await accountById(app.storage.db, call.account);
    const { used, limit, remaining, resetsAt } = await generationQuota(app.storage.db, account, now);
    const { available, reserved } = await creditBalance(app.storage.db, account, now);
    return {
      access_mode: accessMode(account, now),
      plan: findPlan(account.plan).title,
      ...(account.trial_ends_at !== null && { trial_ends_at: account.trial_ends_at }),
      generation_quota: { used, limit, remaining, resets_at: resetsAt.toISOString() },
      credits: { available, reserved },
    };
  };
}
