/** Decides which kinds of tokens a target has, and so which cases can be sent. */
import type { CaseFile, Credential } from "../cases/format.ts";
import { hasHook } from "./hooks.ts";
import { isInState, readTokens } from "./known-tokens.ts";
import { tokenKey } from "./minted.ts";
import type { Target } from "./target.ts";

/** Returns the account that the value of an argument names, as the target file says. */
export function findNamedAccount(
  { bindings = {} }: Pick<Target, "bindings">,
  argument: string,
): string | undefined {
  return Object.entries(bindings).find(([name, { into = [name] }]) => into.includes(argument))?.[1].account;
}

/**
 * Whether the target has a token of this kind or can create one. Cases that need another token are not sent and not planned.
 */
export function canSend(target: Target, { auth, scopes: all }: CaseFile, credential: Credential): boolean {
  const tokens = readTokens(target.tokens);
  const isOpen = auth.scheme === "none" || target.command !== undefined;
  if (isOpen && typeof credential === "object")
    return credential.account === undefined && tokenKey(credential.scopes) === tokenKey(all);
  if (auth.scheme === "none" || ["none", "malformed", "unknown"].includes(String(credential))) return true;
  if (credential === "expired" || credential === "revoked") {
    const hook = credential === "expired" ? "expire" : "revoke";
    return tokens.some(({ is }) => is === credential) || (hasHook(target, "mint") && hasHook(target, hook));
  }
  if (typeof credential === "string" || canMintFor(target, credential.account)) return true;
  const key = tokenKey(credential.scopes, credential.account);
  return tokens
    .filter(({ is }) => is === undefined)
    .some(({ scopes = "all", account }) => tokenKey(scopes === "all" ? all : scopes, account) === key);
}

/** Whether the target can make tokens of the account. One that is in a state is made, and then brought there. */
function canMintFor(target: Target, account: string | undefined): boolean {
  return hasHook(target, "mint") && (!isInState(account) || hasHook(target, "account"));
}
