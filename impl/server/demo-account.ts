/** The demo account of a new installation. */
import { ensureAccount } from "../accounts/accounts.ts";
import type { Queries, Storage } from "../storage/storage.ts";
import { createTokens, listTokens } from "../tokens/tokens.ts";

export const DEMO_EMAIL = "demo@example.org";

/**
 * Creates the demo account with a token if the database has no accounts. Of several processes that start at once, one
 * creates it. Its plan does not end, unlike a trial.
 * @returns the token, which cannot be read again later
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

/** Whether the demo account has an active token. Such a token is not kept secret by most people. */
export async function isDemoAccountUsable(queries: Queries, now: Date): Promise<boolean> {
  const tokens = await listTokens(queries, DEMO_EMAIL, now);
  return tokens.some(({ state }) => state === "active");
}
