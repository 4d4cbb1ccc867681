/** Lists the credit movements of an account for its owner, in the order of the ledger. */
import { sql } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";

type LedgerAccount = Schema["credit_entries"]["ledger_account"];

/** Carrying a balance into the next period moves nothing for its owner. */
type Cause = Exclude<Schema["credit_transactions"]["cause"], "period_end" | "period_start">;
const CAUSES: readonly Cause[] = ["plan_month", "plan_change", "operator", "lesson", "lesson_part"];

/** A transaction of the ledger: credits went from one side to the other. */
export interface Movement {
  readonly at: string;
  readonly cause: Cause;
  /** See `Schema["credit_transactions"].reference`. */
  readonly reference: string;
  readonly to: LedgerAccount;
  readonly credits: number;
}

/** The position of a page: it begins after this movement. */
export interface MovementPosition {
  readonly at: string;
  readonly id: string;
}

export interface MovementPage {
  readonly movements: readonly Movement[];
  /** Undefined: this is the last page. */
  readonly next: MovementPosition | undefined;
}

/**
 * Returns a page of movements, latest first. They include all changes of the available credits, so they sum to them. Payments
 * of a lesson are not listed: their credits were reserved before.
 */
export async function listMovements(
  queries: Queries,
  accountId: string,
  limit: number,
  after: MovementPosition | undefined,
): Promise<MovementPage> {
  const found = await queries
    .selectFrom("credit_transactions")
    .select(["id", "created_at as at", "cause", "reference"])
    .where("account_id", "=", accountId)
    .where("cause", "in", CAUSES)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("credit_entries")
          .select("transaction_id")
          .whereRef("transaction_id", "=", "credit_transactions.id")
          .where("ledger_account", "=", "available"),
      ),
    )
    .$narrowType<{ cause: Cause }>()
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after!.at}, ${after!.id})`),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const sides = await selectEntries(
    queries,
    shown.map(({ id }) => id),
  );
  return {
    movements: shown.map(({ id, ...movement }) => ({ ...movement, ...sides(id) })),
    next: found.length > limit && last !== undefined ? { at: last.at, id: last.id } : undefined,
  };
}

/** The two sides of each transaction. */
async function selectEntries(queries: Queries, ids: readonly string[]) {
  const entries =
    ids.length === 0
      ? []
      : await queries
          .selectFrom("credit_entries")
          .select(["transaction_id", "ledger_account", "amount"])
          .where("transaction_id", "in", ids)
          .execute();
  const byTransaction = Map.groupBy(entries, ({ transaction_id }) => transaction_id);
  return (id: string): Pick<Movement, "to" | "credits"> => {
    const both = byTransaction.get(id) ?? [];
    const to = both.find(({ amount }) => amount > 0);
    if (to === undefined) throw new Error(`${id} has not two sides`);
    return { to: to.ledger_account, credits: to.amount };
  };
}
