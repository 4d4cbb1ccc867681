/** Summarises the calls of language models in a period, for the operator. */
import type { Queries } from "../platform/storage/storage.ts";

export interface UsageRow {
  readonly purpose: string;
  readonly model: string;
  readonly calls: number;
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Millionths of the currency of AI_PRICES. */
  readonly cost: number;
  /** Successful calls whose cost is not known: without a price, or without counted tokens. */
  readonly unpriced: number;
}

/** Sums usage by model and purpose. @param accountId undefined: all accounts */
export async function usageSince(
  db: Queries,
  since: Date,
  accountId: string | undefined,
): Promise<UsageRow[]> {
  let query = db
    .selectFrom("model_calls")
    .select(({ fn, eb }) => [
      "purpose",
      "model",
      fn.countAll().as("calls"),
      fn.sum(eb.case().when("outcome", "!=", "ok").then(1).else(0).end()).as("failed"),
      fn.sum("input_tokens").as("input_tokens"),
      fn.sum("output_tokens").as("output_tokens"),
      fn.sum("cost").as("cost"),
      fn
        .sum(
          eb
            .case()
            .when(eb.and([eb("outcome", "=", "ok"), eb("cost", "is", null)]))
            .then(1)
            .else(0)
            .end(),
        )
        .as("unpriced"),
    ])
    .where("created_at", ">=", since.toISOString())
    .groupBy(["purpose", "model"])
    .orderBy("model")
    .orderBy("purpose");
  if (accountId !== undefined) query = query.where("account_id", "=", accountId);
  const rows = await query.execute();
  return rows.map((row) => ({
    purpose: row.purpose,
    model: row.model,
    calls: Number(row.calls),
    failed: Number(row.failed),
    inputTokens: Number(row.input_tokens ?? 0),
    outputTokens: Number(row.output_tokens ?? 0),
    cost: Number(row.cost ?? 0),
    unpriced: Number(row.unpriced),
  }));
}
