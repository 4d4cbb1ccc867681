import type { Json } from "../cases/edits.ts";
import { UsageError } from "../usage/usage-error.ts";

/** A token that the hook `mint` has made; what else the hook says of it goes back to the other hooks. */
export type MintedToken = {
  readonly token: string;
  readonly scopes: readonly string[];
};

/** @throws UsageError for an answer of another shape */
export function parseMintedTokens(answer: Json): MintedToken[] {
  const tokens = (answer as { tokens?: unknown } | null)?.tokens;
  const isMinted = (entry: unknown): entry is MintedToken => {
    const { token, scopes } = (entry ?? {}) as { token?: unknown; scopes?: unknown };
    return typeof token === "string" && Array.isArray(scopes);
  };
  if (Array.isArray(tokens) && tokens.every(isMinted)) return tokens;
  throw new UsageError('The hook mint answers { "tokens": [{ "token": "...", "scopes": ["..."] }] }.');
}

/** The same for the same scopes, in whatever order. */
export function scopesKey(scopes: readonly string[]): string {
  return [...scopes].sort().join(" ");
}
