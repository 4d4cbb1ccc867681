/** The token pool of a run: gives each request a token, within the declared rate. */
import type { Credential } from "../cases/format.ts";
import type { Authorization } from "../wire/client.ts";
import { type AccessTokenWish, readAccessTokens } from "./access-tokens.ts";
import { type EndedTokenOptions, readEndedTokens } from "./ended-tokens.ts";
import { hasHook } from "./hooks.ts";
import { readTokens } from "./known-tokens.ts";
import { type MintedToken, tokenKey } from "./minted.ts";
import { similarToken } from "./similar-token.ts";
import { makeTokenMinter, type TokenMinter } from "./token-minter.ts";
import { describeHolder, type Holder, lacking, TokenStore } from "./token-store.ts";

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

/**
 * The tokens of a target, and how often each may still be used. Where there is no such token, every method throws a
 * PreconditionError: the case that needs it is unverified.
 */
export class TokenPool {
  readonly #options: TokenOptions;
  readonly #store: TokenStore;
  readonly #minter: TokenMinter;
  readonly #leaseEnded: ReturnType<typeof readEndedTokens>;
  /** Callers bring no tokens. */
  readonly #isOpen: boolean;
  readonly #canMint: boolean;
  /** An access token of OAuth, whatever the declared rate is. */
  readonly accessToken: (wish: AccessTokenWish) => Promise<string>;

  constructor(options: TokenOptions) {
    const { target, cases, runHook, now } = options;
    this.#options = options;
    this.#isOpen = cases.auth.scheme === "none" || target.command !== undefined;
    this.#canMint = hasHook(target, "mint");
    this.#store = new TokenStore(cases.rate, now);
    this.#minter = makeTokenMinter(runHook, cases.rate, this.#store);
    const known = readTokens(target.tokens);
    for (const { value, account, scopes = "all", is } of known) {
      this.#store.secrets.add(value);
      if (is === undefined)
        this.#store.add({ scopes: scopes === "all" ? cases.scopes : scopes, account }, value);
    }
    this.#leaseEnded = readEndedTokens(options, known, this.#minter);
    const onSecret = (token: string) => void this.#store.secrets.add(token);
    this.accessToken = readAccessTokens({ target, cases, runHook, onSecret }, known);
  }

  /** Tokens, which no report may show. */
  get secrets(): ReadonlySet<string> {
    return this.#store.secrets;
  }

  /** Resolves when the declared rate allows one more request with such a token. Rejects when the signal aborts. */
  async lease(credential: Credential, signal: AbortSignal): Promise<Authorization> {
    if (this.#isOpen && typeof credential === "object") return this.#openTo(credential).authorization;
    if (this.#isOpen || credential === "none") return undefined;
    if (credential === "malformed") return "Bearer";
    if (credential === "unknown") return `Bearer ${this.#unknownToken()}`;
    if (typeof credential === "string") return this.#leaseEnded(credential);
    return this.#leaseFrom(credential, signal);
  }

  /** Mints all tokens that this many requests need, in one run of the hook; leases wait for it. */
  async prepare(wanted: readonly (Holder & { readonly requests: number })[]): Promise<void> {
    if (this.#canMint) await this.#minter.prepare(wanted);
  }

  /** A token for one case alone, which may use it up or end it. Of a target without the hook mint it is a known token. */
  async reserve(holder: Reservation, signal: AbortSignal): Promise<OwnToken> {
    if (this.#isOpen) return this.#openTo(holder);
    if (!this.#canMint) return this.#reserveKnown(holder, signal);
    const minted = await this.#minter.mintAlone(holder);
    return { authorization: `Bearer ${minted.token}`, minted, account: holder.account };
  }

  /** The target asked for a pause (Retry-After) of this token. */
  backOff(authorization: Authorization, seconds: number): void {
    this.#store.pause(authorization, seconds);
  }

  #unknownToken(): string {
    return similarToken(this.#store.poolOf({ scopes: this.#options.cases.scopes })[0]?.value);
  }

  /** Where callers bring no tokens, all are the same, and may do everything. */
  #openTo(holder: Holder): OwnToken {
    const { account, scopes } = holder;
    const isTheCaller = account === undefined && tokenKey(scopes) === tokenKey(this.#options.cases.scopes);
    if (isTheCaller) return { authorization: undefined };
    throw lacking(holder, "all callers of this server are the same");
  }

  async #leaseFrom(holder: Holder, signal: AbortSignal): Promise<Authorization> {
    const store = this.#store;
    const pool = store.poolOf(holder);
    for (;;) {
      signal.throwIfAborted();
      const token = pool.find((each) => store.isAvailable(each));
      if (token) {
        store.countUse(token);
        return `Bearer ${token.value}`;
      }
      await this.#awaitToken(holder, signal);
    }
  }

  /** Waits until there may be a token: one that is minted, or one whose next window opens. */
  async #awaitToken(holder: Holder, signal: AbortSignal): Promise<void> {
    const store = this.#store;
    const prepared = this.#minter.prepared();
    if (prepared !== undefined) return void (await prepared);
    if (this.#canMint) await this.#minter.mintOne(holder);
    const pool = store.poolOf(holder);
    if (pool.length === 0) throw lacking(holder, `no token ${describeHolder(holder)}`);
    if (pool.some((token) => store.isAvailable(token))) return;
    await this.#options.sleep(Math.min(...pool.map((token) => store.opensIn(token))), signal);
  }

  /** A token of which no case has used up the window, if there is one. Other cases get it back when its window is over. */
  async #reserveKnown({ calls, ...holder }: Reservation, signal: AbortSignal): Promise<OwnToken> {
    const store = this.#store;
    const [token] = store.poolOf(holder).toSorted((a, b) => a.used - b.used);
    if (token === undefined) throw lacking(holder, `no token ${describeHolder(holder)}`);
    const own = { authorization: `Bearer ${token.value}`, account: holder.account };
    if (calls === undefined) {
      await this.#options.sleep(Math.max(0, store.opensIn(token)), signal);
      store.useUp(token);
      return own;
    }
    if (!store.hasRoom(token, calls)) throw lacking(holder, `no other token ${describeHolder(holder)}`);
    for (let call = 0; call < calls; call++) store.countUse(token);
    return own;
  }
}
