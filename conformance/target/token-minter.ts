/** Gets tokens from the hook `mint`, for all cases or for one. */
import type { RateRule } from "@toolwright/runtime";
import { UsageError } from "../usage/usage-error.ts";
import type { RunHook } from "./hooks.ts";
import { type MintedToken, parseMintedTokens, tokenKey } from "./minted.ts";
import { type Mint, makeMinter, type Wish } from "./minting.ts";
import { describeHolder, type Holder, makeLackingError, type TokenStore } from "./token-store.ts";

/** A holder, and the number of requests that it will make. */
export interface TokenDemand extends Holder {
  readonly requests: number;
}

export class TokenMinter {
  readonly #runHook: RunHook;
  readonly #mintTokens: Mint;
  readonly #rate: RateRule | undefined;
  readonly #store: TokenStore;
  /** Key of a holder -> the run of the hook that mints a token for it. */
  readonly #minting = new Map<string, Promise<void>>();
  #preparing: Promise<unknown> | undefined;

  /** @param store keeps the tokens that all cases use */
  constructor(runHook: RunHook, rate: RateRule | undefined, store: TokenStore) {
    this.#runHook = runHook;
    this.#mintTokens = makeMinter(runHook);
    this.#rate = rate;
    this.#store = store;
  }

  /** Resolves when the tokens that are being minted are ready; `undefined` if none are. */
  get prepared(): Promise<unknown> | undefined {
    return this.#preparing;
  }

  /** Mints all tokens that this many requests need, in one run of the hook. */
  async prepare(wanted: readonly TokenDemand[]): Promise<void> {
    const missing = wanted.flatMap(({ requests, ...holder }) => {
      const needed = Math.ceil(requests / this.#usesOfToken());
      const count = needed - this.#store.findPool(holder).length;
      return count > 0 ? [{ ...holder, count }] : [];
    });
    if (missing.length === 0) return;
    // A failure here is not reported: minting fails again, with the name of a case, where a token is really
    // needed.
    this.#preparing = this.#mint(missing)
      .catch(() => undefined)
      .finally(() => {
        this.#preparing = undefined;
      });
    await this.#preparing;
  }

  /** Mints one more token for all cases. Throws a PreconditionError if the hook fails. */
  async mintOne(holder: Holder): Promise<void> {
    const key = tokenKey(holder.scopes, holder.account);
    const pending =
      this.#minting.get(key) ??
      this.#mint([{ ...holder, count: 1 }]).finally(() => this.#minting.delete(key));
    this.#minting.set(key, pending);
    await pending.catch((error: unknown) => {
      throw error instanceof UsageError ? makeLackingError(holder, error.message) : error;
    });
  }

  /** Mints a token for this caller only. Throws a PreconditionError if the hook creates none. */
  async mintAlone(holder: Holder): Promise<MintedToken> {
    const { scopes, account } = holder;
    const [minted] = await this.#mintTokens([{ scopes, account, count: 1 }]);
    if (minted === undefined)
      throw makeLackingError(holder, `the hook mint created no token ${describeHolder(holder)}`);
    this.#store.secrets.add(minted.token);
    return minted;
  }

  /** Mints a token that ends by itself: its `expires_in` says when, or the hook cannot make one. Rejects with a UsageError if the hook fails. */
  async mintExpiring({ scopes }: Holder): Promise<MintedToken | undefined> {
    const tokens = [{ scopes: [...scopes], count: 1, expires: true }];
    const [minted] = parseMintedTokens(await this.#runHook("mint", { tokens }));
    if (minted !== undefined) this.#store.secrets.add(minted.token);
    return minted;
  }

  /** Returns how many requests a token allows in a window before another one helps. */
  #usesOfToken(): number {
    return this.#rate === undefined || this.#store.countsByAccount
      ? Number.POSITIVE_INFINITY
      : this.#rate.max;
  }

  async #mint(wanted: readonly Wish[]): Promise<void> {
    for (const minted of await this.#mintTokens(wanted)) this.#store.add(minted, minted.token, minted.oauth);
    const without = wanted.find((holder) => this.#store.findPool(holder).length === 0);
    if (without !== undefined)
      throw new UsageError(`The hook mint created no token ${describeHolder(without)}.`);
  }
}
