/** Makes and revokes tokens that a test asks for: starting a command for each would take most of the time of a test. */
import { type PlanName, planNames } from "../../accounts/plans/plans.ts";
import { createTokens, type NewToken, revokeToken } from "../../accounts/tokens/tokens.ts";
import { ensureInvitedAccount } from "../../forms/sharing/invitations.ts";
import type { Stores } from "../../platform/stores.ts";

/** The input of `POST /control/tokens`. */
interface WantedTokens {
  readonly account: string;
  /** The plan of the account, if there is none with this address yet. */
  readonly plan?: PlanName;
  readonly tokens?: readonly { readonly scopes: readonly string[]; readonly count: number }[];
}

/** The input of `POST /control/revoke`. */
interface RevokedToken {
  readonly token_id: string;
}

type Parts = Pick<Stores, "storage" | "clock">;

/** The tokens cannot be made or revoked. The message says why. */
export class NoTokens extends Error {
  override readonly name = "NoTokens";
}

/** Creates the account where there is none. @returns the tokens @throws NoTokens if the request makes no sense */
export async function makeTokens(
  { storage: { db }, clock }: Parts,
  { account: address, plan = "trial", tokens = [] }: WantedTokens,
): Promise<NewToken[]> {
  if (typeof address !== "string") throw new NoTokens("account must be an address.");
  if (!planNames.includes(plan)) throw new NoTokens(`There is no plan ${plan}.`);
  const account = await ensureInvitedAccount(db, address, plan, clock());
  const made: NewToken[] = [];
  for (const { scopes, count } of tokens) {
    const options = { name: "", scopes, expiresInDays: undefined };
    made.push(...(await createTokens(db, account, options, count, clock())));
  }
  return made;
}

/** @throws NoTokens if there is no such token */
export async function revokeOne({ storage, clock }: Parts, { token_id }: RevokedToken): Promise<void> {
  if (!(await revokeToken(storage, token_id, clock()))) throw new NoTokens(`There is no token ${token_id}.`);
}
