/** The generation quota, and calls of language models. */
export interface GenerationTables {
  /**
   * One row for each unit drawn from a generation quota. The row of a failed generation is deleted, which releases the
   * unit.
   */
  generations: {
    id: string;
    account_id: string;
    operation: string;
    /** Null: the caller did not ask for idempotency. Unique within an account. */
    idempotency_key: string | null;
    /** SHA-256 of the input, to tell a replay from another request with the same key. */
    input_hash: string;
    /** While running: the time after which the process counts as dead and the unit is released. Null: done. */
    leased_until: string | null;
    /** JSON of the result, for repeated calls; null while running, and without a key. */
    result: string | null;
    created_at: string;
  };

  /** Completed calls of language models, for the operator. */
  model_calls: {
    id: string;
    account_id: string;
    purpose: string;
    model: string;
    /** `ok`, the reason of a failure, or `cancelled`. */
    outcome: string;
    /** As the provider counted them; null if it did not. */
    input_tokens: number | null;
    output_tokens: number | null;
    /** Millionths of the operator's currency; null without a price. */
    cost: number | null;
    ms: number;
    created_at: string;
  };
}
