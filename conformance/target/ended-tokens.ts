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

export class EndedTokens {
  readonly #options: EndedTokenOptions;
  readonly #minter: TokenMinter;
  readonly #leases = new Map<string, Promise<Lease>>();

  /** @param known the tokens of the target file */
  constructor(options: EndedTokenOptions, known: readonly ReadToken[], minter: TokenMinter) {
    this.#options = options;
    this.#minter = minter;
    for (const { is, value } of known)
      if (is !== undefined) this.#leases.set(is, Promise.resolve({ authorization: `Bearer ${value}` }));
  }

  lease(state: "expired" | "revoked"): Promise<Lease> {
    const lease = this.#leases.get(state) ?? this.#endToken(state);
    this.#leases.set(state, lease);
    return lease;
  }

  /** Mints a token only to end it, if the hooks can do that. */
  async #endToken(state: "expired" | "revoked"): Promise<Lease> {
    const { target, cases, runHook, use } = this.#options;
    const hook = state === "expired" ? "expire" : "revoke";
    if (!hasHook(target, "mint") || !hasHook(target, hook)) {
      return { missing: `no ${state} token: the target names none, and lacks the hook mint or ${hook}` };
    }
    const minted = await this.#minter.mintAlone({ scopes: cases.scopes });
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
