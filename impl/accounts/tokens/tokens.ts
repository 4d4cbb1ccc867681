/** Personal access tokens: creating, listing and revoking them. */

import type { Selectable } from "kysely";
import { newId } from "../../platform/ids.ts";
import type { Schema } from "../../platform/storage/schema.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import { type Account, findAccount } from "../accounts.ts";
import { hashToken, newToken } from "./format.ts";

export interface TokenOptions {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Undefined: the token never expires. */
  readonly expiresInDays: number | undefined;
}

/** A new token, with its secret, which cannot be read again later. */
export interface NewToken {
  readonly token: string;
  readonly tokenId: string;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
}

/** A stored token, without its secret. */
export interface TokenInfo {
  readonly tokenId: string;
  readonly account: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly state: "active" | "expired" | "revoked";
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  /** The host of a connected app; null for a personal access token. */
  readonly appHost: string | null;
}

/** The maximum length of a token's name, and the maximum number of days until it expires. */
export const TOKEN_LIMITS = { name: 100, days: 3_650 };

/** The maximum number of rows in one statement (SQLite accepts 32,766 values). */
export const MAX_TOKENS_AT_ONCE = 1_000;

/** Makes up to 1,000 tokens that differ only in their secrets: all of them or none. */
export async function createTokens(
  queries: Queries,
  account: Account,
  options: TokenOptions,
  count: number,
  now: Date,
): Promise<NewToken[]> {
  const made = Array.from({ length: count }, () => makeToken(newId("tok"), options, now));
  const rows = made.map((one) => toRow(one, account, options, now));
  await queries.insertInto("tokens").values(rows).execute();
  return made;
}

export function makeToken(tokenId: string, { scopes, expiresInDays }: TokenOptions, now: Date): NewToken {
  const expiresAt =
    expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * 86_400_000).toISOString();
  return { token: newToken(), tokenId, scopes, expiresAt };
}

export function toRow(made: NewToken, account: Account, { name, scopes }: TokenOptions, now: Date) {
  return {
    id: made.tokenId,
    account_id: account.id,
    name,
    hash: hashToken(made.token),
    scopes: scopes.join(" "),
    created_at: now.toISOString(),
    expires_at: made.expiresAt,
  };
}

/**
 * Newest first; of all accounts unless one is named.
 * @param email normalised
 */
export async function listTokens(
  queries: Queries,
  email: string | undefined,
  now: Date,
): Promise<TokenInfo[]> {
  const account = email === undefined ? undefined : await findAccount(queries, email);
  if (email !== undefined && account === undefined) return [];
  const rows = await queries
    .selectFrom("tokens")
    .innerJoin("accounts", "accounts.id", "tokens.account_id")
    .select(["tokens.id", "accounts.email", "name", "scopes", "tokens.created_at"])
    .select(["expires_at", "revoked_at", "last_used_at", "app_host"])
    .$if(account !== undefined, (query) => query.where("account_id", "=", account!.id))
    .orderBy("tokens.created_at", "desc")
    .orderBy("tokens.id")
    .execute();
  return rows.map((row) => ({
    tokenId: row.id,
    account: row.email,
    name: row.name,
    scopes: readScopes(row.scopes),
    state: tokenState(row, now),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    appHost: row.app_host,
  }));
}

function tokenState(
  { revoked_at, expires_at }: Pick<Selectable<Schema["tokens"]>, "revoked_at" | "expires_at">,
  now: Date,
): TokenInfo["state"] {
  if (revoked_at !== null) return "revoked";
  return isExpired(expires_at, now) ? "expired" : "active";
}

/**
 * Revokes a token; a second call has no effect. Returns false if the token does not exist. @param accountId the required owner;
 * undefined: any account
 */
export async function revokeToken(
  storage: Storage,
  tokenId: string,
  now: Date,
  accountId?: string,
): Promise<boolean> {
  const { numUpdatedRows } = await storage.db
    .updateTable("tokens")
    .set((columns) => ({ revoked_at: columns.fn.coalesce("revoked_at", columns.val(now.toISOString())) }))
    .where("id", "=", tokenId)
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId!))
    .executeTakeFirst();
  storage.startEpoch();
  return numUpdatedRows > 0n;
}

/** Revokes the tokens and connected apps of an account. The caller starts an epoch of the storage afterwards. */
export async function revokeAllTokens(queries: Queries, accountId: string, now: Date): Promise<void> {
  await queries
    .updateTable("tokens")
    .set({ revoked_at: now.toISOString() })
    .where("account_id", "=", accountId)
    .where("revoked_at", "is", null)
    .execute();
}

/** The stored form of a list of scopes; a token without any can still ping. */
export function readScopes(stored: string): string[] {
  return stored === "" ? [] : stored.split(" ");
}

/** A token is invalid from its time of expiry on. */
function isExpired(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now.toISOString();
}
