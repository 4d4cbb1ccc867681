/** Prolongs trials. */

import type { Queries } from "../storage/storage.ts";
import type { Account } from "./accounts.ts";

/** The trial ends this many days from now, also one that has ended. @returns when; undefined: the account has a plan */
export async function prolongTrial(
  queries: Queries,
  account: Account,
  days: number,
  now: Date,
): Promise<string | undefined> {
  if (account.plan !== "trial") return undefined;
  const trial_ends_at = new Date(now.getTime() + days * 86_400_000).toISOString();
  await queries
    .updateTable("accounts")
    .set({ subscription: "trial", trial_ends_at })
    .where("id", "=", account.id)
    .where("plan", "=", "trial")
    .execute();
  return trial_ends_at;
}
