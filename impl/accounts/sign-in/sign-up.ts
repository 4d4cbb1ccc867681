/** Makes accounts of people who have proven their address. */

import type { Transaction } from "kysely";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Stores } from "../../platform/stores.ts";
import { type Account, ensureAccount, findAccount } from "../accounts.ts";
import { hashPassword } from "../passwords.ts";
import { storePassword } from "./sessions.ts";

/**
 * Makes an account with a password; its trial begins now. Nothing is stored of an address before it is proven, so a
 * stranger cannot prepare an account with a password of their own for it.
 * @param email normalised, and proven by a mailed link
 * @param onMade what else happens in the transaction that makes it
 * @returns undefined if the address has an account, whose password stays as it is
 */
export async function makeSignedUpAccount(
  { storage, clock }: Pick<Stores, "storage" | "clock">,
  email: string,
  password: string,
  onMade: (transaction: Transaction<Schema>, account: Account, now: Date) => Promise<void>,
): Promise<Account | undefined> {
  const hash = await hashPassword(password);
  return storage.db.transaction().execute(async (transaction) => {
    if ((await findAccount(transaction, email)) !== undefined) return undefined;
    const account = await ensureAccount(transaction, email, "trial", clock());
    await storePassword(transaction, account.id, hash, clock());
    await onMade(transaction, account, clock());
    return account;
  });
}
