import type { CaseFile, Credential } from "../cases/format.ts";
import { hasHook } from "./hooks.ts";
import type { Target } from "./target.ts";

/**
 * Whether the target has a token of this kind or can make one. Cases that need another token are not sent, and not
 * planned for.
 */
export function canSend(target: Target, { auth, scopes: all }: CaseFile, credential: Credential): boolean {
  const { tokens = [] } = target;
  if (auth.scheme === "none" || ["none", "malformed", "unknown"].includes(String(credential))) return true;
  if (credential === "expired" || credential === "revoked") {
    const hook = credential === "expired" ? "expire" : "revoke";
    return tokens.some(({ is }) => is === credential) || (hasHook(target, "mint") && hasHook(target, hook));
  }
  if (hasHook(target, "mint") || typeof credential === "string") return true;
  const key = keyOf(credential.scopes);
  const available = tokens.filter(({ is }) => is === undefined).map(({ scopes = "all" }) => scopes);
  return available.some((scopes) => keyOf(scopes === "all" ? all : scopes) === key);
}

function keyOf(scopes: readonly string[]): string {
  return [...scopes].sort().join(" ");
}
