/** Tokens that are expired or revoked: those of the target file, or minted ones that a hook ends. */
import type { CaseFile } from "../cases/format.ts";
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

export class EndedTokens {
  readonly #options: EndedTokenOptions;
  readonly #minter: TokenMinter;
  /** Token state -> the authorization of such a token. */
  readonly #leases = new Map<string, Promise<string>>();

  /** @param known the tokens of the target file */
  constructor(options: EndedTokenOptions, known: readonly ReadToken[], minter: TokenMinter) {
    this.#options = options;
    this.#minter = minter;
    for (const { is, value } of known)
      if (is !== undefined) this.#leases.set(is, Promise.resolve(`Bearer ${value}`));
  }

  /** Throws a PreconditionError if there is none. */
  lease(state: "expired" | "revoked"): Promise<string> {
    const lease = this.#leases.get(state) ?? this.#endToken(state);
    this.#leases.set(state, lease);
    return lease;
  }

  /** Mints a token only to end it, if the hooks can do that. */
  async #endToken(state: "expired" | "revoked"): Promise<string> {
    const { target, cases, runHook, use } = this.#options;
    const hook = state === "expired" ? "expire" : "revoke";
    const lacking = (why: string) => new PreconditionError("no-hook", why);
    if (!hasHook(target, "mint") || !hasHook(target, hook))
      throw lacking(`no ${state} token: the target names none, and lacks the hook mint or ${hook}`);
    const minted = await this.#minter.mintAlone({ scopes: cases.scopes });
    const authorization = `Bearer ${minted.token}`;
    // Used before it ends: a target that keeps valid tokens in a cache must forget this one.
    const problem = await use(authorization);
    if (problem !== undefined)
      throw lacking(`the token was not accepted before the hook ${hook}: ${problem}`);
    await runHook(hook, { token: minted });
    return authorization;
  }
}
