/** Expired or revoked tokens: from the target file, or minted tokens that a hook ends. */
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
  /** Sends a request with a valid token. @returns the reason if the target did not accept it */
  readonly use: (authorization: string) => Promise<string | undefined>;
}

/**
 * Returns the function that leases such a token. It throws a PreconditionError if there is none.
 * @param known the tokens of the target file
 */
export function readEndedTokens(
  { target, cases, runHook, use }: EndedTokenOptions,
  known: readonly ReadToken[],
  minter: TokenMinter,
): (state: "expired" | "revoked") => Promise<string> {
  return memoize(endedToken);

  /** Gets a token of the target file, or mints one only to end it, if the hooks can do that. */
  async function endedToken(state: "expired" | "revoked"): Promise<string> {
    const own = known.findLast(({ is }) => is === state);
    if (own !== undefined) return `Bearer ${own.value}`;
    const hook = state === "expired" ? "expire" : "revoke";
    const lacking = (why: string) => new PreconditionError("no-hook", why);
    if (!hasHook(target, "mint") || !hasHook(target, hook))
      throw lacking(
        `there is no ${state} token: the target file has none, and lacks the hook mint or ${hook}`,
      );
    const minted = await minter.mintAlone({ scopes: cases.scopes });
    const authorization = `Bearer ${minted.token}`;
    // Use the token before it ends: a target that caches valid tokens must then forget this one.
    const problem = await use(authorization);
    if (problem !== undefined)
      throw lacking(`the token was not accepted before the hook ${hook}: ${problem}`);
    await runHook(hook, { token: minted });
    return authorization;
  }
}
