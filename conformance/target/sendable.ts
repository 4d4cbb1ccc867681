import type { CaseFile, Credential } from "toolwright/runtime";
import { has } from "./hooks.ts";
import type { Target } from "./target.ts";

/** Whether a target has a token of a kind, or can make one: what it has not is not sent, and need not be planned for. */
export function canSend(target: Target, { auth, scopes: all }: CaseFile, credential: Credential): boolean {
  const { tokens = [] } = target;
  if (auth.scheme === "none" || ["none", "malformed", "unknown"].includes(String(credential))) return true;
  if (credential === "expired" || credential === "revoked") {
    const hook = credential === "expired" ? "expire" : "revoke";
    return tokens.some(({ is }) => is === credential) || (has(target, "mint") && has(target, hook));
  }
  if (has(target, "mint") || typeof credential === "string") return true;
  const wanted = keyOf(credential.scopes);
  const held = tokens.filter(({ is }) => is === undefined).map(({ scopes = "all" }) => scopes);
  return held.some((scopes) => keyOf(scopes === "all" ? all : scopes) === wanted);
}

function keyOf(scopes: readonly string[]): string {
  return [...scopes].sort().join(" ");
}
