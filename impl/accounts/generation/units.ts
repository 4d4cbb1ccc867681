/** Units of the generation quota for work that a worker does later. */
import type { Transaction } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Account } from "../accounts.ts";
import { insertGeneration } from "./idempotency.ts";
import { requireQuota } from "./quota.ts";

/**
 * Spends a unit in the transaction that stores the request for the work. @param account locked by the transaction, so that
 * concurrent calls are counted one after the other @param inputHash the hash of the input @returns the id for `returnUnit`
 * @throws Refusal quota_exceeded
 */
export async function drawUnit(
  transaction: Transaction<Schema>,
  account: Account,
  operation: "create_lesson",
  inputHash: string,
  now: Date,
): Promise<string> {
  await requireQuota(transaction, account, now);
  return insertGeneration(transaction, { account_id: account.id, operation, input_hash: inputHash }, now);
}

/** Gives a unit back, because the work has failed. It counts in the month in which it was drawn. */
export async function returnUnit(transaction: Transaction<Schema>, id: string): Promise<void> {
  await transaction.deleteFrom("generations").where("id", "=", id).execute();
}
