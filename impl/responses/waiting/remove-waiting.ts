/** Removes people from waiting lists: those who did not confirm in time, and one whose data is erased. */
import type { Transaction } from "kysely";
import { BATCH_SIZE } from "../../platform/storage/in-batches.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries } from "../../platform/storage/storage.ts";
import { UNCONFIRMED_WAITING_MS } from "./join.ts";

/** Removes at most `limit` addresses that were not confirmed in time. @returns how many were removed */
export async function removeUnconfirmedWaiting(queries: Queries, now: Date, limit: number): Promise<number> {
  const until = new Date(now.getTime() - UNCONFIRMED_WAITING_MS).toISOString();
  const { numDeletedRows } = await queries
    .deleteFrom("waiting_people")
    .where("id", "in", (sub) =>
      sub
        .selectFrom("waiting_people")
        .select("id")
        .where("confirmed_at", "is", null)
        .where("asked_at", "<=", until)
        .limit(limit),
    )
    // Repeats the conditions: a person may have confirmed, or asked again, meanwhile.
    .where("confirmed_at", "is", null)
    .where("asked_at", "<=", until)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

interface WaitingErasure {
  /** Normalised. */
  readonly email: string;
  /** Undefined: on the lists of all forms. */
  readonly onlyForm?: string;
}

/** Removes a person from some lists. @returns how many; fewer than `BATCH_SIZE`: these were the last ones */
export async function eraseWaiting(
  transaction: Transaction<Schema>,
  { email, onlyForm }: WaitingErasure,
): Promise<number> {
  const { numDeletedRows } = await transaction
    .deleteFrom("waiting_people")
    .where("id", "in", (sub) =>
      sub
        .selectFrom("waiting_people")
        .select("id")
        .where("email", "=", email)
        .$if(onlyForm !== undefined, (query) => query.where("form_id", "=", onlyForm!))
        .limit(BATCH_SIZE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
