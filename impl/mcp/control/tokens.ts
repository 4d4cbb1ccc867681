/** Makes and ends tokens that a test asks for: starting a command for each would take most of the time of a test. */
import type { PlanName } from "../../accounts/plans/plans.ts";
import { createTokens, type NewToken, revokeToken } from "../../accounts/tokens/tokens.ts";
import { ensureInvitedAccount } from "../../forms/sharing/invitations.ts";
import type { Stores } from "../../platform/stores.ts";
import { ControlMistake } from "./mistake.ts";

interface NewTokens {
  /** The address of the account. */
  readonly address: string;
  /** The plan of the account, if there is none with this address yet. */
  readonly plan: PlanName;
  readonly scopes: readonly string[];
  readonly count: number;
  /** The days after which the tokens end; undefined if they do not end by themselves. */
  readonly expiresInDays: number | undefined;
}

/** A token that was made for a test, as its answer shows it. */
export interface MintedToken {
  readonly token_id: string;
}

type Parts = Pick<Stores, "storage" | "clock">;

const hourMs = 3_600_000;

/** Creates the account where there is none. */
export async function makeTokens(
  { storage: { db }, clock }: Parts,
  { address, plan, scopes, count, expiresInDays }: NewTokens,
): Promise<NewToken[]> {
  const account = await ensureInvitedAccount(db, address, plan, clock());
  return createTokens(db, account, { name: "", scopes, expiresInDays }, count, clock());
}

/** @throws ControlMistake if there is no such token */
export async function revokeOne({ storage, clock }: Parts, { token_id }: MintedToken): Promise<void> {
  requireToken(await revokeToken(storage, token_id, clock()), token_id);
}

/** Lets a token end an hour ago: the shortest lifetime that the token command accepts is a day. @throws ControlMistake if there is no such token */
export async function expireOne({ storage, clock }: Parts, { token_id }: MintedToken): Promise<void> {
  const { numUpdatedRows } = await storage.db
    .updateTable("tokens")
    .set({ expires_at: new Date(clock().getTime() - hourMs).toISOString() })
    .where("id", "=", token_id)
    .executeTakeFirst();
  storage.startEpoch();
  requireToken(numUpdatedRows > 0n, token_id);
}

function requireToken(exists: boolean, id: string): void {
  if (!exists) throw new ControlMistake(`There is no token ${id}.`);
}
