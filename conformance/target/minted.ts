/** Reads what the hook `mint` prints. */
import type { Json } from "../cases/edits.ts";
import { UsageError } from "../usage/usage-error.ts";

/**
 * A token that the hook `mint` made. Other fields that the hook returns are passed on to the hooks `revoke` and
 * `expire`.
 */
export type MintedToken = {
  readonly token: string;
  readonly scopes: readonly string[];
  /** Repeats the account of the request; absent for the account that the run works with. */
  readonly account?: string;
};

/** @throws UsageError if the hook printed another shape */
export function parseMintedTokens(answer: Json): MintedToken[] {
  const tokens = (answer as { tokens?: unknown } | null)?.tokens;
  const isMinted = (entry: unknown): entry is MintedToken => {
    const { token, scopes } = (entry ?? {}) as { token?: unknown; scopes?: unknown };
    return typeof token === "string" && Array.isArray(scopes);
  };
  if (Array.isArray(tokens) && tokens.every(isMinted)) return tokens;
  throw new UsageError('The hook mint must print { "tokens": [{ "token": "...", "scopes": ["..."] }] }.');
}

/** A key for an account and a set of scopes, whatever their order. */
export function tokenKey(scopes: readonly string[], account = ""): string {
  return [account, ...[...scopes].sort()].join(" ");
}
