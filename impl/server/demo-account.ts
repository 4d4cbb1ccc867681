/** The demo account of a new installation. */
import { ensureAccount } from "../accounts/accounts.ts";
import type { Queries, Storage } from "../storage/storage.ts";
import { createTokens, listTokens } from "../tokens/tokens.ts";

export const DEMO_EMAIL = "demo@example.org";

/**
 * Makes the demo account and a token for it, if the database is new: nobody has an account yet. Of several processes
 * that start at once, one makes it. The plan does not end, unlike a trial.
 * @returns the token, which is known only now
 */
export async function makeDemoAccount(
  storage: Storage,
  scopes: readonly string[],
  now: Date,
): Promise<string | undefined> {
  return storage.db.transaction().execute(async (transaction) => {
    const anyAccount = await transaction.selectFrom("accounts").select("id").limit(1).executeTakeFirst();
    if (anyAccount) return undefined;
    const account = await ensureAccount(transaction, DEMO_EMAIL, "business", now);
    const options = { name: "Demo", scopes, expiresInDays: undefined };
    const [made] = await createTokens(transaction, account, options, 1, now);
    return made?.token;
  });
}

/** Whether somebody could still use it: a token that was made for trying things out is no secret. */
export async function isDemoAccountUsable(queries: Queries, now: Date): Promise<boolean> {
  const tokens = await listTokens(queries, DEMO_EMAIL, now);
  return tokens.some(({ state }) => state === "active");
}
