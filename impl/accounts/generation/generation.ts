/** Runs generations against the quota, each exactly once for its idempotency key. */
import { setTimeout as wait } from "node:timers/promises";
import { Refusal } from "@toolwright/runtime";
import type { Transaction } from "kysely";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Stores } from "../../platform/stores.ts";
import { requireWritable } from "../access-mode.ts";
import { findEarlier, inputHash, insertGeneration, removeExpiredLeases } from "./idempotency.ts";
import { FREE_OPERATION, requireQuota } from "./quota.ts";
import { LEASE_MS, LONG_LEASE_MS, stillRunning, WAIT_MS, waitOrContinue, withTimeout } from "./waiting.ts";

export interface GenerationParts extends Pick<Stores, "storage" | "clock"> {
  /** How long a call waits for a generation; undefined: as long as handlers may take. */
  readonly generationWaitMs?: number | undefined;
}

/** Something that costs one unit of the account's generation quota. */
export interface Generation<Draft, Result> {
  readonly accountId: string;
  readonly operation: "create_form" | "update_form";
  /** With a key, the same input generates once: a repeated call gets the first result and costs nothing. */
  readonly idempotencyKey: string | undefined;
  /** JSON that identifies the request: the same key with other input is refused. */
  readonly input: unknown;
  /** The slow part, outside of any transaction. */
  generate(signal: AbortSignal): Promise<Draft>;
  /** Whether it costs nothing, since nothing was generated or changed. */
  isFree?(draft: Draft, result: Result): boolean;
  /** Stores the draft, in the transaction that spends the unit. The result is JSON and kept for replays. */
  store(transaction: Transaction<Schema>, draft: Draft, now: Date): Promise<Result>;
}

/** How often a repeated call checks whether the first one is done. */
const JOIN_INTERVAL_MS = 50;

/**
 * Reserves a unit, generates, and spends the unit together with storing the result. If anything fails, the unit is released.
 * With a key, a generation that takes longer than `generationWaitMs` continues, and a repeated call joins it. Concurrent calls
 * cannot exceed the quota, and of several calls with the same key only one generates.
 *
 * @throws Refusal subscription_inactive, quota_exceeded; invalid_input for a key that was used with other input; and everything
 * that `generate` and `store` throw
 */
export async function runGeneration<Draft, Result>(
  parts: GenerationParts,
  generation: Generation<Draft, Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { storage, clock, generationWaitMs: waitMs = WAIT_MS } = parts;
  const start = await beginOrJoin(parts, generation, signal, waitMs);
  if ("result" in start) return JSON.parse(start.result) as Result;
  const work = (aborted: AbortSignal) => generateAndSpend(parts, generation, start, aborted);
  if (generation.idempotencyKey === undefined) return withTimeout(work, signal, waitMs);
  return waitOrContinue(storage, work, {
    signal,
    waitMs,
    prolongLease: () => prolongLease(storage, start.reserved, clock()),
  });
}

async function generateAndSpend<Draft, Result>(
  { storage, clock }: GenerationParts,
  generation: Generation<Draft, Result>,
  start: { readonly reserved: string },
  signal: AbortSignal,
): Promise<Result> {
  try {
    const draft = await generation.generate(signal);
    signal.throwIfAborted();
    return await storage.db.transaction().execute(async (transaction) => {
      const result = await generation.store(transaction, draft, clock());
      const storedResult = generation.idempotencyKey === undefined ? null : JSON.stringify(result);
      const isFree = generation.isFree?.(draft, result) ?? false;
      await spend(transaction, start.reserved, { result: storedResult, isFree }, clock());
      return result;
    });
  } catch (error) {
    // If the release fails too, the lease ends by itself. The first error is reported.
    await releaseUnit(storage, start.reserved).catch(() => {});
    throw error;
  }
}

type Start = { readonly reserved: string } | { readonly result: string };

async function beginOrJoin(
  { storage, clock }: GenerationParts,
  generation: Generation<unknown, unknown>,
  signal: AbortSignal,
  waitMs: number,
): Promise<Start> {
  const late = AbortSignal.timeout(waitMs);
  for (;;) {
    const start = await storage.db
      .transaction()
      .execute((transaction) => begin(transaction, generation, clock()));
    if (start !== "running elsewhere") return start;
    if (late.aborted) throw stillRunning();
    await wait(JOIN_INTERVAL_MS, undefined, { signal });
  }
}

async function begin(
  transaction: Transaction<Schema>,
  { accountId, operation, idempotencyKey, input }: Generation<unknown, unknown>,
  now: Date,
): Promise<Start | "running elsewhere"> {
  // The lock makes concurrent calls count one after the other.
  const account = await lockAccount(transaction, accountId);
  await removeExpiredLeases(transaction, accountId, now);
  const hashOfInput = inputHash(operation, input);
  if (idempotencyKey !== undefined) {
    const earlier = await findEarlier(transaction, accountId, idempotencyKey, hashOfInput);
    if (earlier) return earlier.result === null ? "running elsewhere" : { result: earlier.result };
  }
  requireWritable(account, now);
  await requireQuota(transaction, account, now);
  const request = {
    account_id: accountId,
    operation,
    idempotency_key: idempotencyKey ?? null,
    input_hash: hashOfInput,
    leased_until: new Date(now.getTime() + LEASE_MS).toISOString(),
  };
  return { reserved: await insertGeneration(transaction, request, now) };
}

async function spend(
  transaction: Transaction<Schema>,
  id: string,
  { result, isFree }: { readonly result: string | null; readonly isFree: boolean },
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable("generations")
    .set({ result, leased_until: null, ...(isFree && { operation: FREE_OPERATION }) })
    .where("id", "=", id)
    .where("leased_until", ">", now.toISOString())
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return;
  throw new Refusal(
    "generation_failed",
    "The generation took too long, so nothing was kept and no quota used. Try again.",
  );
}

async function prolongLease({ db }: Storage, id: string, now: Date): Promise<void> {
  await db
    .updateTable("generations")
    .set({ leased_until: new Date(now.getTime() + LONG_LEASE_MS).toISOString() })
    .where("id", "=", id)
    .where("leased_until", "is not", null)
    .execute();
}

async function releaseUnit(storage: Storage, id: string): Promise<void> {
  await storage.db
    .deleteFrom("generations")
    .where("id", "=", id)
    .where("leased_until", "is not", null)
    .execute();
}
