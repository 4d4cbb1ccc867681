/** Work of the generating tools that generates nothing: exactly once for its idempotency key, without a unit of the quota. */
import type { Transaction } from "kysely";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { requireWritable } from "../access-mode.ts";
import { findEarlier, inputHash, insertGeneration, removeExpiredLeases } from "./idempotency.ts";
import { FREE_OPERATION } from "./quota.ts";

export interface FreeWork<Result> {
  readonly accountId: string;
  /** With a key, the same input is stored once: a repeated call gets the first result. */
  readonly idempotencyKey: string | undefined;
  /** JSON that identifies the request: the same key with other input is refused. */
  readonly input: unknown;
  /** The result is JSON and kept for replays. */
  store(transaction: Transaction<Schema>, now: Date): Promise<Result>;
}

/**
 * Stores the work in one transaction.
 * @throws Refusal subscription_inactive; invalid_input for a key that was used with other input; what `store` throws
 */
export async function storeOnce<Result>(
  storage: Storage,
  clock: Clock,
  { accountId, idempotencyKey, input, store }: FreeWork<Result>,
): Promise<Result> {
  return storage.db.transaction().execute(async (transaction) => {
    const now = clock();
    // The lock makes calls with the same key wait for each other.
    const account = await lockAccount(transaction, accountId);
    const hashOfInput = inputHash(FREE_OPERATION, input);
    if (idempotencyKey !== undefined) {
      await removeExpiredLeases(transaction, accountId, now);
      const earlier = await findEarlier(transaction, accountId, idempotencyKey, hashOfInput);
      if (earlier) return JSON.parse(earlier.result!) as Result;
    }
    requireWritable(account, now);
    const result = await store(transaction, now);
    if (idempotencyKey !== undefined) {
      const request = {
        account_id: accountId,
        operation: FREE_OPERATION,
        idempotency_key: idempotencyKey,
        input_hash: hashOfInput,
        result: JSON.stringify(result),
      };
      await insertGeneration(transaction, request, now);
    }
    return result;
  });
}
