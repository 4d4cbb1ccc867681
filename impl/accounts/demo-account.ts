/** The demo account of a new installation. */

import type { Queries, Storage } from "../platform/storage/storage.ts";
import { ensureAccount, findAccount } from "./accounts.ts";
import { DEMO_EMAIL } from "./demo-address.ts";
import { makeLink } from "./sign-in/mailed-links.ts";
import { createTokens, listTokens } from "./tokens/tokens.ts";

/**
 * Creates the demo account with a token if the database has no accounts. If several processes start at once, one of them
 * creates it. Its plan does not end, unlike a trial. @returns the token, which cannot be read again later
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

/** A printed link lives longer than a mailed one: the terminal may have been left open. */
const LINK_MINUTES = 24 * 60;

/** Returns the secret of a link that signs in as the demo account once; undefined if the account does not exist or is locked. */
export async function demoSignInLink(queries: Queries, now: Date): Promise<string | undefined> {
  const account = await findAccount(queries, DEMO_EMAIL);
  if (account === undefined || account.locked_at !== null) return undefined;
  const link = {
    purpose: "sign_in",
    email: DEMO_EMAIL,
    accountId: account.id,
    minutes: LINK_MINUTES,
  } as const;
  return makeLink(queries, link, now);
}
