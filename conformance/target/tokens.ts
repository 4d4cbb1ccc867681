/** The token pool of a run: gives each request a token, within the declared rate. */
import type { Credential } from "../cases/format.ts";
import type { Authorization } from "../wire/client.ts";
import { readAccessTokens } from "./access-tokens.ts";
import { type EndedTokenOptions, readEndedTokens } from "./ended-tokens.ts";
import { hasHook } from "./hooks.ts";
import { readTokens } from "./known-tokens.ts";
import { type MintedToken, tokenKey } from "./minted.ts";
import { similarToken } from "./similar-token.ts";
import { makeTokenMinter } from "./token-minter.ts";
import { describeHolder, type Holder, lacking, makeTokenStore } from "./token-store.ts";

/** A token that its case uses as often as it wants, whatever the declared rate is. */
export interface OwnToken {
  readonly authorization: Authorization;
  /** What the hook mint printed, for the hooks revoke and expire; absent if the token was not minted. */
  readonly minted?: MintedToken;
  readonly account?: string | undefined;
  readonly scopes?: readonly string[];
}

/** Who a token is for. With `calls` it is used that often at most, so its window may have begun. */
export type Reservation = Holder & { readonly calls?: number };

export interface TokenOptions extends EndedTokenOptions {
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export type TokenPool = ReturnType<typeof makeTokenPool>;

/**
 * The tokens of a target, and how often each may still be used. Where there is no such token, every function throws a
 * PreconditionError: the case that needs it is unverified.
 */
export function makeTokenPool(options: TokenOptions) {
  const { target, cases, runHook, now, sleep } = options;
  /** Callers bring no tokens. */
  const isOpen = cases.auth.scheme === "none" || target.command !== undefined;
  const canMint = hasHook(target, "mint");
  const store = makeTokenStore(cases.rate, now);
  const minter = makeTokenMinter(runHook, cases.rate, store);
  const known = readTokens(target.tokens);
  for (const { value, account, scopes = "all", is } of known) {
    store.secrets.add(value);
    if (is === undefined) store.add({ scopes: scopes === "all" ? cases.scopes : scopes, account }, value);
  }
  const leaseEnded = readEndedTokens(options, known, minter);
  /** An access token of OAuth, whatever the declared rate is. */
  const accessToken = readAccessTokens(options, known, (token) => void store.secrets.add(token));
  // `backOff`: the target asked for a pause (Retry-After) of this token.
  return { secrets: store.secrets, accessToken, lease, prepare, reserve, backOff: store.pause };

  /** Resolves when the declared rate allows one more request with such a token. Rejects when the signal aborts. */
  async function lease(credential: Credential, signal: AbortSignal): Promise<Authorization> {
    if (isOpen && typeof credential === "object") return openTo(credential).authorization;
    if (isOpen || credential === "none") return undefined;
    if (credential === "malformed") return "Bearer";
    if (credential === "unknown")
      return `Bearer ${similarToken(store.poolOf({ scopes: cases.scopes })[0]?.value)}`;
    if (typeof credential === "string") return leaseEnded(credential);
    return leaseFrom(credential, signal);
  }

  /** Mints all tokens that this many requests need, in one run of the hook; leases wait for it. */
  async function prepare(wanted: readonly (Holder & { readonly requests: number })[]): Promise<void> {
    if (canMint) await minter.prepare(wanted);
  }

  /** A token for one case alone, which may use it up or end it. Of a target without the hook mint it is a known token. */
  async function reserve(holder: Reservation, signal: AbortSignal): Promise<OwnToken> {
    if (isOpen) return openTo(holder);
    if (!canMint) return reserveKnown(holder, signal);
    const minted = await minter.mintAlone(holder);
    return { authorization: `Bearer ${minted.token}`, minted, ...holder };
  }

  /** Where callers bring no tokens, all are the same, and may do everything. */
  function openTo(holder: Holder): OwnToken {
    const { account, scopes } = holder;
    const isTheCaller = account === undefined && tokenKey(scopes) === tokenKey(cases.scopes);
    if (isTheCaller) return { authorization: undefined };
    throw lacking(holder, "all callers of this server are the same");
  }

  async function leaseFrom(holder: Holder, signal: AbortSignal): Promise<Authorization> {
    for (;;) {
      signal.throwIfAborted();
      const token = store.poolOf(holder).find(store.isAvailable);
      if (token) {
        store.countUse(token);
        return `Bearer ${token.value}`;
      }
      await awaitToken(holder, signal);
    }
  }

  /** Waits until there may be a token: one that is minted, or one whose next window opens. */
  async function awaitToken(holder: Holder, signal: AbortSignal): Promise<void> {
    const prepared = minter.prepared();
    if (prepared !== undefined) return void (await prepared);
    if (canMint) await minter.mintOne(holder);
    const pool = store.poolOf(holder);
    if (pool.length === 0) throw lacking(holder, `no token ${describeHolder(holder)}`);
    if (pool.some(store.isAvailable)) return;
    await sleep(Math.min(...pool.map(store.opensIn)), signal);
  }

  /** A token of which no case has used up the window, if there is one. Other cases get it back when its window is over. */
  async function reserveKnown({ calls, ...holder }: Reservation, signal: AbortSignal): Promise<OwnToken> {
    const [token] = store.poolOf(holder).toSorted((a, b) => a.used - b.used);
    if (token === undefined) throw lacking(holder, `no token ${describeHolder(holder)}`);
    const own = { authorization: `Bearer ${token.value}`, ...holder };
    if (calls === undefined) {
      await sleep(Math.max(0, store.opensIn(token)), signal);
      store.useUp(token);
      return own;
    }
    if (!store.hasRoom(token, calls)) throw lacking(holder, `no other token ${describeHolder(holder)}`);
    for (let call = 0; call < calls; call++) store.countUse(token);
    return own;
  }
}
