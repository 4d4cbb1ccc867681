/** Gets tokens from the hook `mint`: for all cases, or for one alone. */
import type { RateRule } from "@toolwright/runtime";
import { UsageError } from "../usage/usage-error.ts";
import type { RunHook } from "./hooks.ts";
import { type MintedToken, tokenKey } from "./minted.ts";
import { mintingBy } from "./minting.ts";
import { describeHolder, type Holder, type TokenStore } from "./token-store.ts";

export interface TokenMinter {
  /** Mints all tokens that this many requests need, in one run of the hook. */
  prepare(wanted: readonly (Holder & { readonly requests: number })[]): Promise<void>;
  /** Resolves when tokens that are being prepared are there; `undefined` if none are. */
  prepared(): Promise<unknown> | undefined;
  /** Mints one more token for all cases. Returns the problem, if there is one. */
  mintOne(holder: Holder): Promise<string | undefined>;
  /** Mints a token that only the caller gets. */
  mintAlone(holder: Holder): Promise<MintedToken | undefined>;
}

export function tokenMinterOf(runHook: RunHook, rate: RateRule | undefined, store: TokenStore): TokenMinter {
  let preparing: Promise<unknown> | undefined;
  const minting = new Map<string, Promise<void>>();
  const mintTokens = mintingBy(runHook);
  return { prepare, prepared: () => preparing, mintOne, mintAlone };

  async function prepare(wanted: readonly (Holder & { readonly requests: number })[]): Promise<void> {
    const missing = wanted.flatMap(({ requests, ...holder }) => {
      const needed = Math.ceil(requests / (rate?.max ?? Number.POSITIVE_INFINITY));
      const count = needed - store.poolOf(holder).length;
      return count > 0 ? [{ ...holder, count }] : [];
    });
    if (missing.length === 0) return;
    // A failure here is not reported: minting fails again, with the name of a case, where a token is really
    // needed.
    preparing = mint(missing)
      .catch(() => undefined)
      .finally(() => (preparing = undefined));
    await preparing;
  }

  async function mintOne(holder: Holder): Promise<string | undefined> {
    const key = tokenKey(holder.scopes, holder.account);
    const pending = minting.get(key) ?? mint([{ ...holder, count: 1 }]).finally(() => minting.delete(key));
    minting.set(key, pending);
    try {
      await pending;
      return undefined;
    } catch (error) {
      if (error instanceof UsageError) return error.message;
      throw error;
    }
  }

  async function mintAlone(holder: Holder): Promise<MintedToken | undefined> {
    const [minted] = await mintTokens([wish(holder, 1)]);
    if (minted !== undefined) store.secrets.add(minted.token);
    return minted;
  }

  async function mint(wanted: readonly (Holder & { readonly count: number })[]): Promise<void> {
    const tokens = wanted.map(({ count, ...holder }) => wish(holder, count));
    for (const minted of await mintTokens(tokens)) store.add(minted, minted.token);
    const without = wanted.find((holder) => store.poolOf(holder).length === 0);
    if (without !== undefined)
      throw new UsageError(`The hook mint made no token ${describeHolder(without)}.`);
  }
}

function wish({ scopes, account }: Holder, count: number) {
  return { scopes, count, ...(account !== undefined && { account }) };
}
