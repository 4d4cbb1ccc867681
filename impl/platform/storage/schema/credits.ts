/** The ledger of lesson credits. */
export interface CreditTables {
  /** Movements of credits. Rows are never changed. Cause and reference are unique within an account. */
  credit_transactions: {
    id: string;
    account_id: string;
    cause:
      | "plan_month"
      | "plan_change"
      | "operator"
      | "lesson"
      | "lesson_part"
      | "period_end"
      | "period_start";
    /**
     * Start of the month of a plan; that start and the plan that was changed to; the operator's reason; the quote of a lesson; the quote and a part of its lesson; a period
     * of the ledger and the ledger account that is carried over.
     */
    reference: string;
    created_at: string;
  };

  /** Entries of a transaction; their amounts sum to zero. Rows are never changed. */
  credit_entries: {
    transaction_id: string;
    /** The account of the transaction. */
    account_id: string;
    /** `issued` is the counterpart of the other three: where credits come from. */
    ledger_account: "issued" | "available" | "reserved" | "charged";
    /** Credits: positive when they come in, negative when they go out. */
    amount: number;
    /** A number that grows in each account. The balance of a period is carried over into the next one. */
    period: number;
  };
}
