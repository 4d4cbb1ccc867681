/** The token pool of a run: gives each request a token, within the declared rate. */
import type { Credential } from "../cases/format.ts";
import type { Authorization } from "../wire/client.ts";
import { type AccessTokenWish, readAccessTokens } from "./access-tokens.ts";
import { type EndedTokenOptions, readEndedTokens } from "./ended-tokens.ts";
import { hasHook } from "./hooks.ts";
import { readTokens } from "./known-tokens.ts";
import { type MintedToken, tokenKey } from "./minted.ts";
import { similarToken } from "./similar-token.ts";
import { type TokenDemand, TokenMinter } from "./token-minter.ts";
import { describeHolder, type Holder, lacking, type Token, TokenStore } from "./token-store.ts";

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

/**
 * The tokens of a target, and how often each may still be used. Where there is no such token, every method throws a
 * PreconditionError: the case that needs it is unverified.
 */
export class TokenPool {
  readonly #options: TokenOptions;
  /** Callers bring no tokens. */
  readonly #isOpen: boolean;
  readonly #canMint: boolean;
  readonly #store: TokenStore;
  readonly #minter: TokenMinter;
  readonly #leaseEnded: (state: "expired" | "revoked") => Promise<string>;
  readonly #readAccessToken: (wish: AccessTokenWish) => Promise<string>;

  constructor(options: TokenOptions) {
    const { target, cases, runHook, now } = options;
    this.#options = options;
    this.#isOpen = cases.auth.scheme === "none" || target.command !== undefined;
    this.#canMint = hasHook(target, "mint");
    this.#store = new TokenStore(cases.rate, now);
    this.#minter = new TokenMinter(runHook, cases.rate, this.#store);
    const known = readTokens(target.tokens);
    for (const { value, account, scopes = "all", is } of known) {
      this.secrets.add(value);
      if (is === undefined)
        this.#store.add({ scopes: scopes === "all" ? cases.scopes : scopes, account }, value);
    }
    this.#leaseEnded = readEndedTokens(options, known, this.#minter);
    this.#readAccessToken = readAccessTokens(options, known, (token) => void this.secrets.add(token));
  }

  /** Tokens, which no report may show. More are added during the run. */
  get secrets(): Set<string> {
    return this.#store.secrets;
  }

  /** An access token of OAuth, whatever the declared rate is. */
  accessToken(wish: AccessTokenWish): Promise<string> {
    return this.#readAccessToken(wish);
  }

  /** Resolves when the declared rate allows one more request with such a token. Rejects when the signal aborts. */
  async lease(credential: Credential, signal: AbortSignal): Promise<Authorization> {
    if (this.#isOpen && typeof credential === "object") return this.#openTo(credential).authorization;
    if (this.#isOpen || credential === "none") return undefined;
    if (credential === "malformed") return "Bearer";
    if (credential === "unknown") return `Bearer ${similarToken(this.#anyToken())}`;
    if (typeof credential === "string") return this.#leaseEnded(credential);
    return this.#leaseFrom(credential, signal);
  }

  /** Mints all tokens that this many requests need, in one run of the hook; leases wait for it. */
  async prepare(wanted: readonly TokenDemand[]): Promise<void> {
    if (this.#canMint) await this.#minter.prepare(wanted);
  }

  /** A token for one case alone, which may use it up or end it. Of a target without the hook mint it is a known token. */
  async reserve(holder: Reservation, signal: AbortSignal): Promise<OwnToken> {
    if (this.#isOpen) return this.#openTo(holder);
    if (!this.#canMint) return this.#reserveKnown(holder, signal);
    const minted = await this.#minter.mintAlone(holder);
    return { authorization: `Bearer ${minted.token}`, minted, ...holder };
  }

  /** The target asked for a pause (Retry-After) of this token. */
  backOff(authorization: Authorization, seconds: number): void {
    this.#store.pause(authorization, seconds);
  }

  #anyToken(): string | undefined {
    const { scopes } = this.#options.cases;
    return this.#store.poolOf({ scopes })[0]?.value;
  }

  /** Where callers bring no tokens, all are the same, and may do everything. */
  #openTo(holder: Holder): OwnToken {
    const { account, scopes } = holder;
    const isTheCaller = account === undefined && tokenKey(scopes) === tokenKey(this.#options.cases.scopes);
    if (isTheCaller) return { authorization: undefined };
    throw lacking(holder, "all callers of this server are the same");
  }

  async #leaseFrom(holder: Holder, signal: AbortSignal): Promise<Authorization> {
    for (;;) {
      signal.throwIfAborted();
      const token = this.#store.poolOf(holder).find((each) => this.#store.isAvailable(each));
      if (token) {
        this.#store.countUse(token);
        return `Bearer ${token.value}`;
      }
      await this.#awaitToken(holder, signal);
    }
  }

  /** Waits until there may be a token: one that is minted, or one whose next window opens. */
  async #awaitToken(holder: Holder, signal: AbortSignal): Promise<void> {
    const { prepared } = this.#minter;
    if (prepared !== undefined) {
      await prepared;
      return;
    }
    if (this.#canMint) await this.#minter.mintOne(holder);
    const pool = this.#store.poolOf(holder);
    if (pool.length === 0) throw lacking(holder, `no token ${describeHolder(holder)}`);
    if (pool.some((each) => this.#store.isAvailable(each))) return;
    await this.#options.sleep(Math.min(...pool.map((each) => this.#store.opensIn(each))), signal);
  }

  /** A token of which no case has used up the window, if there is one. Other cases get it back when its window is over. */
  async #reserveKnown({ calls, ...holder }: Reservation, signal: AbortSignal): Promise<OwnToken> {
    const token = this.#leastUsed(holder);
    const own = { authorization: `Bearer ${token.value}`, ...holder };
    if (calls === undefined) {
      await this.#options.sleep(Math.max(0, this.#store.opensIn(token)), signal);
      this.#store.useUp(token);
      return own;
    }
    if (!this.#store.hasRoom(token, calls)) throw lacking(holder, `no other token ${describeHolder(holder)}`);
    for (let call = 0; call < calls; call++) this.#store.countUse(token);
    return own;
  }

  #leastUsed(holder: Holder): Token {
    const [token] = this.#store.poolOf(holder).toSorted((a, b) => a.used - b.used);
    if (token === undefined) throw lacking(holder, `no token ${describeHolder(holder)}`);
    return token;
  }
}
