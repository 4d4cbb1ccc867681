/** Reads what the hook `mint` prints. */
import type { Json } from "../cases/edits.ts";
import { requireHookAnswer } from "./hook-answers.ts";

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

/** @throws UsageError if the hook printed something else */
export function parseMintedTokens(answer: Json): MintedToken[] {
  requireHookAnswer("mint", answer);
  return (answer as { readonly tokens: MintedToken[] }).tokens;
}

/** A key for an account and a set of scopes, whatever their order. */
export function tokenKey(scopes: readonly string[], account = ""): string {
  return [account, ...[...scopes].sort()].join(" ");
}
