/** Tokens that are expired or revoked: those of the target file, or minted ones that a hook ends. */
import type { CaseFile } from "../cases/format.ts";
import { hasHook, type RunHook } from "./hooks.ts";
import type { ReadToken } from "./known-tokens.ts";
import type { Target } from "./target.ts";
import type { TokenMinter } from "./token-minter.ts";
import type { Lease } from "./token-store.ts";

export interface EndedTokenOptions {
  readonly target: Target;
  readonly cases: CaseFile;
  readonly runHook: RunHook;
  /** Sends a request with a valid token. @returns why the target did not accept it, if so */
  readonly use: (authorization: string) => Promise<string | undefined>;
}

/** @param known the tokens of the target file */
export function endedTokensOf(
  { target, cases, runHook, use }: EndedTokenOptions,
  known: readonly ReadToken[],
  minter: TokenMinter,
): (state: "expired" | "revoked") => Promise<Lease> {
  const leases = new Map<string, Promise<Lease>>();
  for (const { is, value } of known)
    if (is !== undefined) leases.set(is, Promise.resolve({ authorization: `Bearer ${value}` }));
  return (state) => {
    const lease = leases.get(state) ?? endToken(state);
    leases.set(state, lease);
    return lease;
  };

  /** Mints a token only to end it, if the hooks can do that. */
  async function endToken(state: "expired" | "revoked"): Promise<Lease> {
    const hook = state === "expired" ? "expire" : "revoke";
    if (!hasHook(target, "mint") || !hasHook(target, hook)) {
      return { missing: `no ${state} token: the target names none, and lacks the hook mint or ${hook}` };
    }
    const minted = await minter.mintAlone({ scopes: cases.scopes });
    if (minted === undefined) return { missing: "the hook mint made no token" };
    const authorization = `Bearer ${minted.token}`;
    // Used before it ends: a target that keeps valid tokens in a cache must forget this one.
    const problem = await use(authorization);
    if (problem !== undefined)
      return { missing: `the token was not accepted before the hook ${hook}: ${problem}` };
    await runHook(hook, { token: minted });
    return { authorization };
  }
}
