import type { Selectable, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** Locks the account until the transaction ends, by an update, which locks in both databases. */
export async function lockAccount(
  transaction: Transaction<Schema>,
  id: string,
): Promise<Readonly<Selectable<Schema["accounts"]>>> {
  return transaction
    .updateTable("accounts")
    .set(({ ref }) => ({ plan: ref("plan") }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
