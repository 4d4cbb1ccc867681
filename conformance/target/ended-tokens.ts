/** Tokens that are expired or revoked: those of the target file, or minted ones that a hook ends. */
import type { CaseFile } from "../cases/format.ts";
import { memoize } from "../memoize.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { hasHook, type RunHook } from "./hooks.ts";
import type { ReadToken } from "./known-tokens.ts";
import type { Target } from "./target.ts";
import type { TokenMinter } from "./token-minter.ts";

export interface EndedTokenOptions {
  readonly target: Target;
  readonly cases: CaseFile;
  readonly runHook: RunHook;
  /** Sends a request with a valid token. @returns why the target did not accept it, if so */
  readonly use: (authorization: string) => Promise<string | undefined>;
}

/**
 * Leases such a token, or throws a PreconditionError if there is none.
 * @param known the tokens of the target file
 */
export function readEndedTokens(
  { target, cases, runHook, use }: EndedTokenOptions,
  known: readonly ReadToken[],
  minter: TokenMinter,
): (state: "expired" | "revoked") => Promise<string> {
  return memoize(endedToken);

  /** One of the target file; or one that is minted only to end it, if the hooks can do that. */
  async function endedToken(state: "expired" | "revoked"): Promise<string> {
    const own = known.findLast(({ is }) => is === state);
    if (own !== undefined) return `Bearer ${own.value}`;
    const hook = state === "expired" ? "expire" : "revoke";
    const lacking = (why: string) => new PreconditionError("no-hook", why);
    if (!hasHook(target, "mint") || !hasHook(target, hook))
      throw lacking(`no ${state} token: the target names none, and lacks the hook mint or ${hook}`);
    const minted = await minter.mintAlone({ scopes: cases.scopes });
    const authorization = `Bearer ${minted.token}`;
    // Used before it ends: a target that keeps valid tokens in a cache must forget this one.
    const problem = await use(authorization);
    if (problem !== undefined)
      throw lacking(`the token was not accepted before the hook ${hook}: ${problem}`);
    await runHook(hook, { token: minted });
    return authorization;
  }
}
