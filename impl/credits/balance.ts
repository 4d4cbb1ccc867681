import type { Account } from "../accounts/accounts.ts";
import type { Queries } from "../storage/storage.ts";
import { type Balances, balances } from "./ledger.ts";
import { grantDueMonths } from "./plan-grants.ts";

/** The credits of an account, after all months of its plan that have begun are granted. */
export async function creditBalance(queries: Queries, account: Account, now: Date): Promise<Balances> {
  await grantDueMonths(queries, account, now);
  return balances(queries, account.id);
}
