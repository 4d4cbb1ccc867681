/** Makes a token on the page of its owner, within the budget of the account. */
import type { Transaction } from "kysely";
import { lockAccount } from "../../platform/storage/lock-account.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Account } from "../accounts.ts";
import { requireBudget } from "../plans/budgets.ts";
import { makeToken, type NewToken, type TokenOptions, toRow } from "./tokens.ts";

/** How many revoked and expired tokens an account keeps: somebody who makes and revokes them by a program adds no row. */
const MAX_ENDED = 100;

/**
 * Makes one token with an id that the caller has chosen, so that a request that is repeated makes no second one.
 * @returns undefined if there is a token with this id
 * @throws Refusal quota_exceeded
 */
export async function createTokenOnce(
  { db, budgets }: Pick<Storage, "db" | "budgets">,
  account: Account,
  tokenId: string,
  options: TokenOptions,
  now: Date,
): Promise<NewToken | undefined> {
  const made = makeToken(tokenId, options, now);
  return db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, account.id);
    const stored = await transaction
      .insertInto("tokens")
      .values(toRow(made, account, options, now))
      .onConflict((conflict) => conflict.column("id").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (stored === undefined) return undefined;
    await requireBudget(transaction, budgets, account.id, ["tokens"], now);
    await removeOldestEnded(transaction, account.id, now);
    return made;
  });
}

/** Connected apps have a time of their own, after which they are removed. */
async function removeOldestEnded(
  transaction: Transaction<Schema>,
  accountId: string,
  now: Date,
): Promise<void> {
  const ended = transaction
    .selectFrom("tokens")
    .select("id")
    .where("account_id", "=", accountId)
    .where("app_host", "is", null)
    .where(({ or, eb }) => or([eb("revoked_at", "is not", null), eb("expires_at", "<=", now.toISOString())]))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MAX_ENDED)
    .offset(MAX_ENDED);
  await transaction.deleteFrom("tokens").where("id", "in", ended).execute();
}
