/** Changes the address of an account. */
import type { Transaction } from "kysely";
import type { Schema } from "../storage/schema.ts";
import { findAccount } from "./accounts.ts";

/** @param email normalised, and proven by its owner. @returns false: another account has it */
export async function changeEmail(
  transaction: Transaction<Schema>,
  accountId: string,
  email: string,
): Promise<boolean> {
  if ((await findAccount(transaction, email)) !== undefined) return false;
  await transaction.updateTable("accounts").set({ email }).where("id", "=", accountId).execute();
  return true;
}
