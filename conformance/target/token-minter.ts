/** Gets tokens from the hook `mint`: for all cases, or for one alone. */
import type { RateRule } from "@toolwright/runtime";
import { UsageError } from "../usage/usage-error.ts";
import type { RunHook } from "./hooks.ts";
import { type MintedToken, tokenKey } from "./minted.ts";
import { mintingBy } from "./minting.ts";
import { describeHolder, type Holder, lacking, type TokenStore } from "./token-store.ts";

export class TokenMinter {
  readonly #rate: RateRule | undefined;
  readonly #store: TokenStore;
  readonly #mintTokens: ReturnType<typeof mintingBy>;
  readonly #minting = new Map<string, Promise<void>>();
  #preparing: Promise<unknown> | undefined;

  constructor(runHook: RunHook, rate: RateRule | undefined, store: TokenStore) {
    this.#rate = rate;
    this.#store = store;
    this.#mintTokens = mintingBy(runHook);
  }

  /** Mints all tokens that this many requests need, in one run of the hook. */
  async prepare(wanted: readonly (Holder & { readonly requests: number })[]): Promise<void> {
    const missing = wanted.flatMap(({ requests, ...holder }) => {
      const needed = Math.ceil(requests / (this.#rate?.max ?? Number.POSITIVE_INFINITY));
      const count = needed - this.#store.poolOf(holder).length;
      return count > 0 ? [{ ...holder, count }] : [];
    });
    if (missing.length === 0) return;
    // A failure here is not reported: minting fails again, with the name of a case, where a token is really
    // needed.
    this.#preparing = this.#mint(missing)
      .catch(() => undefined)
      .finally(() => (this.#preparing = undefined));
    await this.#preparing;
  }

  /** Resolves when tokens that are being prepared are there; `undefined` if none are. */
  prepared(): Promise<unknown> | undefined {
    return this.#preparing;
  }

  /** Mints one more token for all cases. Throws a PreconditionError if the hook fails. */
  async mintOne(holder: Holder): Promise<void> {
    const key = tokenKey(holder.scopes, holder.account);
    const pending =
      this.#minting.get(key) ??
      this.#mint([{ ...holder, count: 1 }]).finally(() => this.#minting.delete(key));
    this.#minting.set(key, pending);
    await pending.catch((error: unknown) => {
      throw error instanceof UsageError ? lacking(holder, error.message) : error;
    });
  }

  /** Mints a token that only the caller gets. Throws a PreconditionError if the hook makes none. */
  async mintAlone(holder: Holder): Promise<MintedToken> {
    const [minted] = await this.#mintTokens([wish(holder, 1)]);
    if (minted === undefined) throw lacking(holder, `the hook mint made no token ${describeHolder(holder)}`);
    this.#store.secrets.add(minted.token);
    return minted;
  }

  async #mint(wanted: readonly (Holder & { readonly count: number })[]): Promise<void> {
    const tokens = wanted.map(({ count, ...holder }) => wish(holder, count));
    for (const minted of await this.#mintTokens(tokens)) this.#store.add(minted, minted.token);
    const without = wanted.find((holder) => this.#store.poolOf(holder).length === 0);
    if (without !== undefined)
      throw new UsageError(`The hook mint made no token ${describeHolder(without)}.`);
  }
}

function wish({ scopes, account }: Holder, count: number) {
  return { scopes, count, ...(account !== undefined && { account }) };
}
