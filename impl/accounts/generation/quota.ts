/** How many generations an account has used and has left. */
import { Refusal } from "@toolwright/runtime";
import type { Queries } from "../../platform/storage/storage.ts";
import type { Account } from "../accounts.ts";
import { planMonth } from "../plans/month.ts";
import { findPlan } from "../plans/plans.ts";

/** The operation of rows of `generations` that only keep a result for an idempotency key, or that generated nothing. They do not count as used. */
export const FREE_OPERATION = "create_form_from_structure";

/** The generations of an account in its present month. */
export interface GenerationQuota {
  readonly used: number;
  readonly limit: number;
  readonly remaining: number;
  readonly resetsAt: Date;
}

/** Running generations count as used, until their lease ends. */
export async function generationQuota(
  queries: Queries,
  account: Account,
  now: Date,
): Promise<GenerationQuota> {
  const { start, end } = planMonth(new Date(account.plan_started_at), now);
  const { used } = await queries
    .selectFrom("generations")
    .select(({ fn }) => fn.countAll<number>().as("used"))
    .where("account_id", "=", account.id)
    .where("operation", "!=", FREE_OPERATION)
    .where("created_at", ">=", start.toISOString())
    .where("created_at", "<", end.toISOString())
    .where((row) => row.or([row("leased_until", "is", null), row("leased_until", ">", now.toISOString())]))
    .executeTakeFirstOrThrow();
  const limit = findPlan(account.plan).generations;
  return { used: Number(used), limit, remaining: Math.max(0, limit - Number(used)), resetsAt: end };
}

/** @throws Refusal quota_exceeded */
export async function requireQuota(queries: Queries, account: Account, now: Date): Promise<void> {
  const { used, limit, remaining, resetsAt } = await generationQuota(queries, account, now);
  if (remaining > 0) return;
  const resets_at = resetsAt.toISOString();
  throw new Refusal(
    "quota_exceeded",
    `All ${limit} AI generations of this month are used. The quota resets at ${resets_at}. Structures and operations that you write yourself need none.`,
    { used, limit, remaining, resets_at },
  );
}
