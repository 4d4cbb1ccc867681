/** Reads and locks stored responses. */
import type { Selectable, Transaction } from "kysely";
import type { Answers } from "../forms/answers/answer.ts";
import type { Schema } from "../platform/storage/schema.ts";

export type StoredResponse = Readonly<Selectable<Schema["responses"]>>;

/**
 * Locks a response that waits for its confirmation until the transaction ends. A caller that needs the form too must
 * lock the form first.
 */
export async function lockPendingResponse(
  transaction: Transaction<Schema>,
  id: string,
): Promise<StoredResponse | undefined> {
  return transaction
    .updateTable("responses")
    .set(({ ref }) => ({ status: ref("status") }))
    .where("id", "=", id)
    .where("status", "=", "pending_verification")
    .returningAll()
    .executeTakeFirst();
}

export function parseAnswers(response: Pick<StoredResponse, "answers">): Answers {
  return JSON.parse(response.answers) as Answers;
}
