/** The token pool of a run: gives each request a token, within the declared rate. */
import type { Credential } from "../cases/format.ts";
import type { Authorization } from "../wire/client.ts";
import { type EndedTokenOptions, endedTokensOf } from "./ended-tokens.ts";
import { hasHook } from "./hooks.ts";
import { readTokens } from "./known-tokens.ts";
import { type MintedToken, tokenKey } from "./minted.ts";
import { similarToken } from "./similar-token.ts";
import { tokenMinterOf } from "./token-minter.ts";
import { describeHolder, type Holder, type Lease, type TokenStore, tokenStoreOf } from "./token-store.ts";

/** The tokens of a target, and how often each may still be used. */
export interface TokenPool {
  /** Resolves when the declared rate allows one more request with such a token. Rejects when the signal aborts. */
  lease(credential: Credential, signal: AbortSignal): Promise<Lease>;
  /** Mints all tokens that this many requests need, in one run of the hook; leases wait for it. */
  prepare(wanted: readonly (Holder & { readonly requests: number })[]): Promise<void>;
  /** A token for one case alone, which may use it up or end it. Of a target without the hook mint it is a known token. */
  reserve(holder: Reservation, signal: AbortSignal): Promise<OwnToken | { readonly missing: string }>;
  /** The target asked for a pause (Retry-After) of this token. */
  backOff(authorization: Authorization, seconds: number): void;
  /** Tokens, which no report may show. */
  readonly secrets: ReadonlySet<string>;
}

/** A token that its case uses as often as it wants, whatever the declared rate is. */
export interface OwnToken {
  readonly authorization: Authorization;
  /** What the hook mint printed, for the hooks revoke and expire; absent if the token was not minted. */
  readonly minted?: MintedToken;
  readonly account?: string | undefined;
}

/** Who a token is for. With `calls` it is used that often at most, so its window may have begun. */
export type Reservation = Holder & { readonly calls?: number };

export interface TokenOptions extends EndedTokenOptions {
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export function createTokenPool(options: TokenOptions): TokenPool {
  const { target, cases, runHook, now, sleep } = options;
  const isOpen = cases.auth.scheme === "none" || target.command !== undefined;
  const canMint = hasHook(target, "mint");
  const store = tokenStoreOf(cases.rate, now);
  const minter = tokenMinterOf(runHook, cases.rate, store);
  const known = readTokens(target.tokens);
  for (const { value, account, scopes = "all", is } of known) {
    store.secrets.add(value);
    if (is === undefined) store.add({ scopes: scopes === "all" ? cases.scopes : scopes, account }, value);
  }
  const leaseEnded = endedTokensOf(options, known, minter);

  return {
    secrets: store.secrets,
    backOff: store.pause,
    async lease(credential, signal) {
      if (isOpen && typeof credential === "object" && !isTheCaller(credential))
        return { missing: sameCallers };
      if (isOpen || credential === "none") return { authorization: undefined };
      if (credential === "malformed") return { authorization: "Bearer" };
      if (credential === "unknown")
        return { authorization: `Bearer ${similarToken(store.poolOf({ scopes: cases.scopes })[0]?.value)}` };
      if (typeof credential === "string") return leaseEnded(credential);
      return leaseFrom(credential, signal);
    },
    async prepare(wanted) {
      if (canMint) await minter.prepare(wanted);
    },
    async reserve(holder, signal) {
      if (isOpen) return isTheCaller(holder) ? { authorization: undefined } : { missing: sameCallers };
      if (!canMint) return reserveKnown(holder, store, (ms) => sleep(ms, signal));
      const minted = await minter.mintAlone(holder);
      if (minted === undefined) return { missing: `the hook mint made no token ${describeHolder(holder)}` };
      return { authorization: `Bearer ${minted.token}`, minted, account: holder.account };
    },
  };

  /** Where callers bring no tokens, all are the same, and may do everything. */
  function isTheCaller({ account, scopes }: Holder): boolean {
    return account === undefined && tokenKey(scopes) === tokenKey(cases.scopes);
  }

  async function leaseFrom(holder: Holder, signal: AbortSignal): Promise<Lease> {
    const pool = store.poolOf(holder);
    for (;;) {
      signal.throwIfAborted();
      const token = pool.find(store.isAvailable);
      if (token) {
        store.countUse(token);
        return { authorization: `Bearer ${token.value}` };
      }
      const problem = await awaitToken(holder, signal);
      if (problem !== undefined) return { missing: problem };
    }
  }

  /** Waits until there may be a token: one that is minted, or one whose next window opens. Returns why there will be none. */
  async function awaitToken(holder: Holder, signal: AbortSignal): Promise<string | undefined> {
    const prepared = minter.prepared();
    if (prepared !== undefined) return void (await prepared);
    const problem = canMint ? await minter.mintOne(holder) : undefined;
    if (problem !== undefined) return problem;
    const pool = store.poolOf(holder);
    if (pool.length === 0) return `no token ${describeHolder(holder)}`;
    if (!pool.some(store.isAvailable)) await sleep(Math.min(...pool.map(store.opensIn)), signal);
    return undefined;
  }
}

const sameCallers = "all callers of this server are the same";

/** A token of which no case has used up the window, if there is one. Other cases get it back when its window is over. */
async function reserveKnown(
  { calls, ...holder }: Reservation,
  store: TokenStore,
  waitFor: (ms: number) => Promise<void>,
): Promise<OwnToken | { readonly missing: string }> {
  const [token] = store.poolOf(holder).toSorted((a, b) => a.used - b.used);
  if (token === undefined) return { missing: `no token ${describeHolder(holder)}` };
  const own = { authorization: `Bearer ${token.value}`, account: holder.account };
  if (calls === undefined) {
    await waitFor(Math.max(0, store.opensIn(token)));
    store.useUp(token);
    return own;
  }
  if (!store.hasRoom(token, calls)) return { missing: `no other token ${describeHolder(holder)}` };
  for (let call = 0; call < calls; call++) store.countUse(token);
  return own;
}
