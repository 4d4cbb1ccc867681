/** Gets tokens from the hook `mint`: for all cases, or for one alone. */
import type { RateRule } from "@toolwright/runtime";
import { UsageError } from "../usage/usage-error.ts";
import type { RunHook } from "./hooks.ts";
import { type MintedToken, tokenKey } from "./minted.ts";
import { mintingBy, type Wish } from "./minting.ts";
import { describeHolder, type Holder, lacking, type TokenStore } from "./token-store.ts";

export type TokenMinter = ReturnType<typeof makeTokenMinter>;

export function makeTokenMinter(runHook: RunHook, rate: RateRule | undefined, store: TokenStore) {
  const mintTokens = mintingBy(runHook);
  const minting = new Map<string, Promise<void>>();
  let preparing: Promise<unknown> | undefined;
  /** `prepared` resolves when tokens that are being prepared are there; `undefined` if none are. */
  return { prepare, prepared: () => preparing, mintOne, mintAlone };

  /** Mints all tokens that this many requests need, in one run of the hook. */
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

  /** Mints one more token for all cases. Throws a PreconditionError if the hook fails. */
  async function mintOne(holder: Holder): Promise<void> {
    const key = tokenKey(holder.scopes, holder.account);
    const pending = minting.get(key) ?? mint([{ ...holder, count: 1 }]).finally(() => minting.delete(key));
    minting.set(key, pending);
    await pending.catch((error: unknown) => {
      throw error instanceof UsageError ? lacking(holder, error.message) : error;
    });
  }

  /** Mints a token that only the caller gets. Throws a PreconditionError if the hook makes none. */
  async function mintAlone(holder: Holder): Promise<MintedToken> {
    const { scopes, account } = holder;
    const [minted] = await mintTokens([{ scopes, account, count: 1 }]);
    if (minted === undefined) throw lacking(holder, `the hook mint made no token ${describeHolder(holder)}`);
    store.secrets.add(minted.token);
    return minted;
  }

  async function mint(wanted: readonly Wish[]): Promise<void> {
    for (const minted of await mintTokens(wanted)) store.add(minted, minted.token);
    const without = wanted.find((holder) => store.poolOf(holder).length === 0);
    if (without !== undefined)
      throw new UsageError(`The hook mint made no token ${describeHolder(without)}.`);
  }
}
