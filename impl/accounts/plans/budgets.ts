/** Limits the data of an account, so that it cannot use up the storage of the others. */
import { Refusal } from "@toolwright/runtime";
import { type ExpressionWrapper, sql } from "kysely";
import type { Budgets } from "../../platform/config/budgets.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import { findPlan } from "./plans.ts";

export const BUDGET_KINDS = [
  "forms",
  "structures",
  "files",
  "exports",
  "tokens",
  "shares",
  "webhooks",
  "quotes",
] as const;

export type BudgetKind = (typeof BUDGET_KINDS)[number];

/** The kinds that are counted in bytes. */
const BYTES: ReadonlySet<BudgetKind> = new Set(["structures", "files", "exports"]);

export interface Usage {
  readonly kind: BudgetKind;
  readonly used: number;
  readonly limit: number;
  readonly isBytes: boolean;
}

/** Returns the used and the allowed amounts of an account. One query, for any number of kinds. */
export async function budgetUsage(
  { db, budgets }: Pick<Storage, "budgets"> & { readonly db: Queries },
  accountId: string,
  kinds: readonly BudgetKind[],
  now: Date,
): Promise<Usage[]> {
  const { plan, ...used } = await db
    .selectFrom("accounts")
    .select("plan")
    .select(kinds.map((kind) => counters[kind](db, accountId, now).as(kind)))
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  return kinds.map((kind) => {
    const limit = Math.floor(budgets[kind] * findPlan(plan).budgetShare);
    return { kind, used: Number(used[kind] ?? 0), limit, isBytes: BYTES.has(kind) };
  });
}

/** Returns the usage of a kind if its limit is reached. */
export async function findFullBudget(storage: Storage, accountId: string, kind: BudgetKind, now: Date) {
  const usages = await budgetUsage(storage, accountId, [kind], now);
  return usages.find(({ used, limit }) => used >= limit);
}

/**
 * Checks a budget. Call it in the transaction after storing, so that a refusal rolls it back. Concurrent transactions wait for
 * each other at the row of `account_usage` or `form_totals` that both have changed, or at the row of the account. @throws
 * Refusal quota_exceeded
 */
export async function requireBudget(
  db: Queries,
  budgets: Budgets,
  accountId: string,
  kinds: readonly BudgetKind[],
  now: Date,
): Promise<void> {
  const usages = await budgetUsage({ db, budgets }, accountId, kinds, now);
  const over = usages.find(({ used, limit }) => used > limit);
  if (over !== undefined) throw new BudgetRefusal(over);
}

/** An account would store more of a kind than it may. */
export class BudgetRefusal extends Refusal {
  readonly usage: Usage;

  constructor(usage: Usage) {
    const { kind, used, limit, isBytes } = usage;
    const most = isBytes ? `${limit / 1_000_000} MB` : String(limit);
    super("quota_exceeded", SENTENCES[kind].replace("{most}", most), {
      budget: kind,
      used,
      limit,
      remaining: 0,
    });
    this.usage = usage;
  }
}

/** The sentences for agents; pages have their own texts. */
const SENTENCES: Readonly<Record<BudgetKind, string>> = {
  structures:
    "This change is not stored: the forms of their owner, with the versions that responses need, would take more than {most}. Its owner can delete forms for good on the web pages.",
  files:
    "Files of responses and pictures of forms take more than {most}. Their owner can delete responses or forms for good on the web pages.",
  exports:
    "Exports that can still be downloaded take {most}. Each ends ten minutes after it was delivered: wait, or export a shorter period.",
  forms:
    "The account has {most} forms, archived ones and those in the bin included, which is all it may have. Its owner can delete forms for good on the web pages.",
  tokens: "The account has {most} tokens and connected apps. Revoke one that is not needed first.",
  shares: "The forms and folders of their owner are shared {most} times. End the access of somebody first.",
  webhooks: "The forms of their owner have {most} webhooks. Remove one on the web pages first.",
  quotes: "The account has {most} lesson quotes of the last 30 minutes. Wait until one expires.",
};

type Counter = (
  queries: Queries,
  accountId: string,
  now: Date,
) => ExpressionWrapper<Schema, never, number | null>;

/** Totals that triggers keep, or a count of few rows. */
const counters: Readonly<Record<BudgetKind, Counter>> = {
  structures: (queries, accountId) => storedBytes(queries, accountId, "structure_bytes"),
  files: (queries, accountId) => storedBytes(queries, accountId, "file_bytes"),
  exports: (queries, accountId) =>
    queries
      .selectFrom("exports")
      .innerJoin("forms", "forms.id", "exports.form_id")
      .select(({ fn }) => fn.sum<number | null>("exports.size_bytes").as("bytes"))
      .where("forms.owner_id", "=", accountId)
      .$asScalar(),
  forms: (queries, accountId) =>
    queries
      .selectNoFrom(({ eb }) =>
        eb(listedForms(queries, accountId), "+", binnedForms(queries, accountId)).as("forms"),
      )
      .$asScalar(),
  tokens: (queries, accountId, now) =>
    queries
      .selectFrom("tokens")
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .where(({ or, eb }) => or([eb("expires_at", "is", null), eb("expires_at", ">", now.toISOString())]))
      .$asScalar(),
  shares: (queries, accountId) => {
    const ofForms = (table: "form_shares" | "form_invitations") => rowsOfForms(queries, accountId, table);
    const ofFolders = (table: "folder_members" | "folder_invitations") =>
      rowsOfFolders(queries, accountId, table);
    return queries
      .selectNoFrom(
        sql<number>`${ofForms("form_shares")} + ${ofForms("form_invitations")}
          + ${ofFolders("folder_members")} + ${ofFolders("folder_invitations")}`.as("rows"),
      )
      .$asScalar();
  },
  webhooks: (queries, accountId) => rowsOfForms(queries, accountId, "webhooks"),
  quotes: (queries, accountId, now) =>
    queries
      .selectFrom("lesson_quotes")
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .where("account_id", "=", accountId)
      .where("expires_at", ">", now.toISOString())
      .$asScalar(),
};

function listedForms(queries: Queries, accountId: string) {
  return queries
    .selectFrom("form_totals")
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>("forms"), lit(0)).as("forms"))
    .where("account_id", "=", accountId)
    .$asScalar();
}

/** Forms in the bin take room until they are deleted for good. */
function binnedForms(queries: Queries, accountId: string) {
  return queries
    .selectFrom("deleted_forms")
    .select(({ fn }) => fn.countAll<number>().as("forms"))
    .where("account_id", "=", accountId)
    .$asScalar();
}

function rowsOfForms(
  queries: Queries,
  accountId: string,
  table: "form_shares" | "form_invitations" | "webhooks",
) {
  return queries
    .selectFrom(table)
    .innerJoin("forms", "forms.id", `${table}.form_id`)
    .select(({ fn }) => fn.countAll<number>().as("rows"))
    .where("forms.owner_id", "=", accountId)
    .$asScalar();
}

/** The owner of a folder is a member, too, and is not counted. */
function rowsOfFolders(queries: Queries, accountId: string, table: "folder_members" | "folder_invitations") {
  return queries
    .selectFrom(table)
    .innerJoin("folders", "folders.id", `${table}.folder_id`)
    .select(({ fn }) => fn.countAll<number>().as("rows"))
    .where("folders.account_id", "=", accountId)
    .$if(table === "folder_members", (rows) =>
      rows.where(sql<boolean>`folder_members.account_id <> ${accountId}`),
    )
    .$asScalar();
}

function storedBytes(queries: Queries, accountId: string, column: "structure_bytes" | "file_bytes") {
  return queries.selectFrom("account_usage").select(column).where("account_id", "=", accountId).$asScalar();
}
