/** Keeps requests for generations, and finds what an idempotency key was used for before. */
import { hash } from "node:crypto";
import type { Transaction } from "kysely";
import { invalidInput } from "../../platform/failures/invalid-input.ts";
import { newId } from "../../platform/ids.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";

/** Identifies a request: the same key with other input is refused. */
export function inputHash(operation: string, input: unknown): string {
  return hash("sha256", JSON.stringify([operation, input]));
}

/**
 * The earlier request with this key; its result is null while it runs.
 * @throws Refusal invalid_input for a key that was used with other input
 */
export async function findEarlier(
  transaction: Transaction<Schema>,
  accountId: string,
  key: string,
  hashOfInput: string,
): Promise<{ readonly result: string | null } | undefined> {
  const earlier = await transaction
    .selectFrom("generations")
    .select(["input_hash", "result"])
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (earlier === undefined || earlier.input_hash === hashOfInput) return earlier;
  throw usedKey(key);
}

/** @throws Refusal invalid_input for a key that was used */
export async function requireNewKey(
  { db }: Pick<Storage, "db">,
  accountId: string,
  key: string | undefined,
): Promise<void> {
  if (key === undefined) return;
  const earlier = await db
    .selectFrom("generations")
    .select("id")
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (earlier) throw usedKey(key);
}

function usedKey(key: string) {
  return invalidInput(
    "/idempotency_key",
    `The idempotency key ${key} was used with other arguments. Repeat exactly those, or take a new key.`,
  );
}

/** Stores a request, whose contents identify it later. @returns its id */
export async function insertGeneration(
  transaction: Transaction<Schema>,
  request: Pick<Schema["generations"], "account_id" | "operation" | "input_hash"> &
    Partial<Schema["generations"]>,
  now: Date,
): Promise<string> {
  const id = newId("gen");
  await transaction
    .insertInto("generations")
    .values({
      idempotency_key: null,
      leased_until: null,
      result: null,
      ...request,
      id,
      created_at: now.toISOString(),
    })
    .execute();
  return id;
}

/** Deletes generations whose process died, so that their keys can be used again. */
export async function removeExpiredLeases(
  transaction: Transaction<Schema>,
  accountId: string,
  now: Date,
): Promise<void> {
  await transaction
    .deleteFrom("generations")
    .where("account_id", "=", accountId)
    .where("leased_until", "<=", now.toISOString())
    .execute();
}
