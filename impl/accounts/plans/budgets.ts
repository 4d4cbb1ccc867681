/** What an account may store, so that none can use up what all others need. */
import { Refusal } from "@toolwright/runtime";
import type { Budgets } from "../../platform/config/budgets.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import { countActiveTokens } from "../tokens/tokens.ts";
import { findPlan } from "./plans.ts";

export type BudgetKind = keyof Budgets;

export const BUDGET_KINDS: readonly BudgetKind[] = [
  "forms",
  "structures",
  "files",
  "exports",
  "tokens",
  "shares",
];

/** The kinds that are counted in bytes. */
const BYTES: ReadonlySet<BudgetKind> = new Set(["structures", "files", "exports"]);

export interface Usage {
  readonly kind: BudgetKind;
  readonly used: number;
  readonly limit: number;
  readonly isBytes: boolean;
}

/** What an account has stored of one kind, beside what its plan allows. */
export async function budgetUsage(
  { db, budgets }: Pick<Storage, "budgets"> & { readonly db: Queries },
  accountId: string,
  kind: BudgetKind,
  now: Date,
): Promise<Usage> {
  const { plan } = await db
    .selectFrom("accounts")
    .select("plan")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  const limit = Math.floor(budgets[kind] * findPlan(plan).budgetShare);
  return { kind, used: await counters[kind](db, accountId, now), limit, isBytes: BYTES.has(kind) };
}

/**
 * Called in the transaction that has stored more, after it did, so that a refusal rolls it back. Concurrent transactions wait for
 * each other at the row of `account_usage` or `form_totals` that both have changed.
 * @throws Refusal quota_exceeded
 */
export async function requireBudget(
  db: Queries,
  budgets: Budgets,
  accountId: string,
  kinds: readonly BudgetKind[],
  now: Date,
): Promise<void> {
  for (const kind of kinds) {
    const usage = await budgetUsage({ db, budgets }, accountId, kind, now);
    if (usage.used > usage.limit) throw new BudgetRefusal(usage);
  }
}

/** An account would store more of a kind than it may. */
export class BudgetRefusal extends Refusal {
  readonly usage: Usage;

  constructor(usage: Usage) {
    const { kind, used, limit, isBytes } = usage;
    const most = isBytes ? `${limit / 1_000_000} MB` : String(limit);
    super("quota_exceeded", `${SENTENCES[kind].replace("{most}", most)} A larger plan has more.`, {
      budget: kind,
      used,
      limit,
      remaining: 0,
    });
    this.usage = usage;
  }
}

/** For agents; pages have their own texts. */
const SENTENCES: Readonly<Record<BudgetKind, string>> = {
  structures:
    "This change is not stored: the forms of their owner, with the versions that responses need, would take more than {most}. Its owner can delete forms on the web pages.",
  files:
    "Files of responses take more than {most}. Their owner can delete responses or forms on the web pages.",
  exports:
    "Exports that can still be downloaded take {most}. Each ends ten minutes after it was delivered: wait, or export a shorter period.",
  forms:
    "The account has {most} forms, archived ones included, which is all it may have. Its owner can delete forms on the web pages.",
  tokens: "The account has {most} tokens and connected apps. Revoke one that is not needed first.",
  shares: "The forms of their owner are shared {most} times. End the access of somebody first.",
};

/** Totals that triggers keep, or a count of few rows. */
const counters: Readonly<
  Record<BudgetKind, (queries: Queries, accountId: string, now: Date) => Promise<number>>
> = {
  structures: (queries, accountId) => storedBytes(queries, accountId, "structure_bytes"),
  files: (queries, accountId) => storedBytes(queries, accountId, "file_bytes"),
  exports: async (queries, accountId) => {
    const { bytes } = await queries
      .selectFrom("exports")
      .innerJoin("forms", "forms.id", "exports.form_id")
      .select(({ fn }) => fn.sum<number | null>("exports.size_bytes").as("bytes"))
      .where("forms.owner_id", "=", accountId)
      .executeTakeFirstOrThrow();
    return Number(bytes ?? 0);
  },
  forms: async (queries, accountId) => {
    const { forms } = await queries
      .selectFrom("form_totals")
      .select(({ fn }) => fn.sum<number | null>("forms").as("forms"))
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    return Number(forms ?? 0);
  },
  tokens: countActiveTokens,
  shares: async (queries, accountId) => {
    const { shares } = await queries
      .selectFrom("form_shares")
      .innerJoin("forms", "forms.id", "form_shares.form_id")
      .select(({ fn }) => fn.countAll<number>().as("shares"))
      .where("forms.owner_id", "=", accountId)
      .executeTakeFirstOrThrow();
    return Number(shares);
  },
};

async function storedBytes(
  queries: Queries,
  accountId: string,
  column: "structure_bytes" | "file_bytes",
): Promise<number> {
  const row = await queries
    .selectFrom("account_usage")
    .selectAll()
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return Number(row?.[column] ?? 0);
}
