/** Reads the answer of the hook `mint`. */
import type { Json } from "../cases/edits.ts";
import { requireHookAnswer } from "./hook-answers.ts";

/**
 * A token that the hook `mint` created. Other fields of its answer are passed on to the hooks `revoke` and `expire`.
 */
export type MintedToken = {
  readonly token: string;
  readonly scopes: readonly string[];
  /** The account of the request; absent for the account of the run. */
  readonly account?: string;
  /** Whether an authorization server issued it. */
  readonly oauth?: boolean;
  /** The seconds until the token ends by itself (RFC 6749, section 5.1); absent if nothing says that it does. */
  readonly expires_in?: number;
};

/** @throws UsageError if the hook gave an invalid answer */
export function parseMintedTokens(answer: Json): MintedToken[] {
  requireHookAnswer("mint", answer);
  return (answer as { readonly tokens: MintedToken[] }).tokens;
}

/** Returns a key for an account and a set of scopes, in any order. */
export function tokenKey(scopes: readonly string[], account = ""): string {
  return [account, ...[...scopes].sort()].join(" ");
}
