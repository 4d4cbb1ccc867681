/** The token pool of a run: provides a token for each request, within the declared rate. */
import type { Credential } from "../cases/format.ts";
import type { Authorization } from "../wire/client.ts";
import { type AccessTokenWish, readAccessTokens } from "./access-tokens.ts";
import { type EndedTokenOptions, readEndedTokens } from "./ended-tokens.ts";
import { hasHook } from "./hooks.ts";
import { isInState, readTokens } from "./known-tokens.ts";
import { type MintedToken, tokenKey } from "./minted.ts";
import { similarToken } from "./similar-token.ts";
import { type TokenDemand, TokenMinter } from "./token-minter.ts";
import { describeHolder, type Holder, makeLackingError, type Token, TokenStore } from "./token-store.ts";

/** A reserved token of a case. */
export interface OwnToken {
  readonly authorization: Authorization;
  /** The answer of the hook mint, for the hooks revoke and expire; absent if the token was not minted. */
  readonly minted?: MintedToken;
  readonly account?: string | undefined;
  readonly scopes?: readonly string[];
  /** Its requests wait until the rate allows them, since the other tokens of its account share the rate. */
  readonly isPaced?: true;
}

/** A reserved token that ends by itself. */
export interface ExpiringToken extends OwnToken {
  /** The seconds from its making until it ends. */
  readonly expiresIn: number;
}

/** The holder of a reserved token, and its use. */
export type Reservation = Holder & {
  /** The most uses; with it, the window of the token may have begun. */
  readonly calls?: number;
  /** Whether the case uses up the rate, so its requests do not wait. */
  readonly usesUp?: boolean;
  /** Another token than this one, whose window it may share. */
  readonly besides?: OwnToken;
};

export interface TokenOptions extends EndedTokenOptions {
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How often a case waits for a window of a token in which no other case has made a request. */
const mostWindows = 8;

/**
 * The tokens of a target, with their remaining uses. If there is no token of a kind, methods throw a PreconditionError, so that the
 * case that needs it is unverified.
 */
export class TokenPool {
  readonly #options: TokenOptions;
  /** Whether callers need no tokens. */
  readonly #isOpen: boolean;
  readonly #canMint: boolean;
  readonly #store: TokenStore;
  readonly #minter: TokenMinter;
  readonly #leaseEnded: (state: "expired" | "revoked") => Promise<string>;
  readonly #readAccessToken: (wish: AccessTokenWish) => Promise<string>;
  /** When requests without a token may go on, in milliseconds of the clock. */
  #resumesAt = Number.NEGATIVE_INFINITY;

  constructor(options: TokenOptions) {
    const { target, cases, runHook, now } = options;
    this.#options = options;
    this.#isOpen = cases.auth.scheme === "none" || target.command !== undefined;
    this.#canMint = hasHook(target, "mint");
    this.#store = new TokenStore(cases.rate, now);
    this.#minter = new TokenMinter(runHook, cases.rate, this.#store);
    const known = readTokens(target.tokens);
    for (const { value, account, scopes = "all", is, oauth = false } of known) {
      this.secrets.add(value);
      if (is === undefined)
        this.#store.add({ scopes: scopes === "all" ? cases.scopes : scopes, account }, value, oauth);
    }
    this.#leaseEnded = readEndedTokens(options, known, this.#minter);
    this.#readAccessToken = readAccessTokens(options, known, (token) => void this.secrets.add(token));
  }

  /** The tokens that no report may show. More are added during the run. */
  get secrets(): Set<string> {
    return this.#store.secrets;
  }

  /** Whether an authorization server issued the token of a request; undefined if that is not known. */
  isFromOauth(authorization: Authorization): boolean | undefined {
    return this.#store.isFromOauth(authorization);
  }

  /** Whether the target has such a token, so that none has to be minted. */
  has(holder: Holder): boolean {
    return this.#store.findPool(holder).length > 0;
  }

  /** Returns an OAuth access token, which the declared rate does not limit. */
  accessToken(wish: AccessTokenWish): Promise<string> {
    return this.#readAccessToken(wish);
  }

  /** Resolves when the declared rate allows one more request with such a token. Rejects when the signal aborts. */
  async lease(credential: Credential, signal: AbortSignal): Promise<Authorization> {
    if (!this.#isOpen && typeof credential === "object") return this.#leaseFrom(credential, signal);
    const ms = this.#resumesAt - this.#options.now();
    if (ms > 0) await this.#options.sleep(ms, signal);
    if (typeof credential === "object") return this.#openTo(credential).authorization;
    if (this.#isOpen || credential === "none") return undefined;
    if (credential === "malformed") return "Bearer";
    if (credential === "unknown") return `Bearer ${similarToken(this.#anyToken())}`;
    return this.#leaseEnded(credential);
  }

  /** Mints all tokens that this many requests need, in one run of the hook; leases wait for it. */
  async prepare(wanted: readonly TokenDemand[]): Promise<void> {
    if (this.#canMint) await this.#minter.prepare(wanted.filter(({ account }) => !isInState(account)));
  }

  /** Reserves a token for one case, which may use it up or end it. Without the hook mint it is a known token. */
  async reserve(holder: Reservation, signal: AbortSignal): Promise<OwnToken> {
    if (this.#isOpen) return this.#openTo(holder);
    if (!this.#canMint) return this.#reserveKnown(holder, signal);
    const { scopes, account, usesUp = false } = holder;
    const minted = await this.#minter.mintAlone(holder);
    const own = { authorization: `Bearer ${minted.token}`, minted, scopes, account };
    return usesUp ? own : this.#paced(own, minted);
  }

  /** Reserves a token with every scope that ends by itself; `undefined` if no hook mint makes such tokens. */
  async reserveExpiring(): Promise<ExpiringToken | undefined> {
    const { scopes } = this.#options.cases;
    const minted = this.#canMint ? await this.#minter.mintExpiring({ scopes }) : undefined;
    if (minted?.expires_in === undefined) return undefined;
    const own = { authorization: `Bearer ${minted.token}`, minted, scopes };
    return { ...this.#paced(own, minted), expiresIn: minted.expires_in };
  }

  /** Lets the requests of a token wait where those of its account share a rate. */
  #paced(own: OwnToken, minted: MintedToken): OwnToken {
    if (!this.#store.countsByAccount) return own;
    this.#store.addReserved(minted, minted.token);
    return { ...own, isPaced: true };
  }

  /** Resolves when the declared rate allows one more request with a reserved token. */
  async awaitRoom({ authorization, isPaced }: OwnToken, signal: AbortSignal): Promise<void> {
    const token = isPaced && this.#store.find(authorization);
    if (!token) return;
    while (!this.#store.isAvailable(token)) {
      await this.#options.sleep(this.#store.msUntilOpen(token), signal);
      signal.throwIfAborted();
    }
    this.#store.countUse(token);
  }

  /** Blocks a token, or all requests without one, for the time that the target requested (Retry-After). */
  backOff(authorization: Authorization, seconds: number): void {
    if (authorization === undefined) this.#resumesAt = this.#options.now() + seconds * 1_000;
    else this.#store.pause(authorization, seconds);
  }

  /** Sends a request, and counts it until it has its answer. */
  async during<T>(authorization: Authorization, send: () => Promise<T>): Promise<T> {
    this.#store.begin(authorization);
    try {
      return await send();
    } finally {
      this.#store.end(authorization);
    }
  }

  #anyToken(): string | undefined {
    const { scopes } = this.#options.cases;
    return this.#store.findPool({ scopes })[0]?.value;
  }

  /** Returns the token of a target without tokens: all callers are the same and may do everything. */
  #openTo(holder: Holder): OwnToken {
    const { account, scopes } = holder;
    const isTheCaller = account === undefined && tokenKey(scopes) === tokenKey(this.#options.cases.scopes);
    if (isTheCaller) return { authorization: undefined };
    throw makeLackingError(holder, "this server does not distinguish callers");
  }

  async #leaseFrom(holder: Holder, signal: AbortSignal): Promise<Authorization> {
    for (;;) {
      signal.throwIfAborted();
      const token = this.#store.findPool(holder).find((each) => this.#store.isAvailable(each));
      if (token) {
        this.#store.countUse(token);
        return `Bearer ${token.value}`;
      }
      await this.#awaitToken(holder, signal);
    }
  }

  /** Waits until there may be a token: a minted one, or one whose next window opens. */
  async #awaitToken(holder: Holder, signal: AbortSignal): Promise<void> {
    const { prepared } = this.#minter;
    if (prepared !== undefined) {
      await prepared;
      return;
    }
    const pool = this.#store.findPool(holder);
    const canMint = this.#canMint && !isInState(holder.account);
    if (canMint && (pool.length === 0 || !this.#store.countsByAccount)) await this.#minter.mintOne(holder);
    if (pool.length === 0) throw makeLackingError(holder, `no token ${describeHolder(holder)}`);
    if (pool.some((each) => this.#store.isAvailable(each))) return;
    await this.#options.sleep(Math.min(...pool.map((each) => this.#store.msUntilOpen(each))), signal);
  }

  /** Reserves a known token with unused calls, if there is one. Other cases may use it again when its window ends. */
  async #reserveKnown(
    { calls, besides, scopes, account }: Reservation,
    signal: AbortSignal,
  ): Promise<OwnToken> {
    const holder = { scopes, account };
    const token = this.#leastUsed(holder, besides);
    const own = { authorization: `Bearer ${token.value}`, ...holder };
    if (besides !== undefined) return own;
    if (calls === undefined) {
      await this.#awaitFresh(token, signal);
      this.#store.useUp(token);
      return own;
    }
    if (!this.#store.hasRoom(token, calls))
      throw makeLackingError(holder, `no other token ${describeHolder(holder)}`, "another");
    for (let call = 0; call < calls; call++) this.#store.countUse(token);
    return own;
  }

  /** Resolves when no request of a token is counted, or gives up: cases that wait for the same window may be the first in it. */
  async #awaitFresh(token: Token, signal: AbortSignal): Promise<void> {
    for (let windows = 0; windows < mostWindows; windows += 1) {
      const ms = this.#store.msUntilFresh(token);
      if (ms <= 0) return;
      await this.#options.sleep(ms, signal);
      signal.throwIfAborted();
    }
  }

  #leastUsed(holder: Holder, besides: OwnToken | undefined): Token {
    const [token] = this.#store
      .findPool(holder)
      .filter(({ value }) => `Bearer ${value}` !== besides?.authorization)
      .toSorted((one, other) => one.window.used - other.window.used);
    if (token !== undefined) return token;
    if (besides === undefined) throw makeLackingError(holder, `no token ${describeHolder(holder)}`);
    throw makeLackingError(holder, `no other token ${describeHolder(holder)}`, "another");
  }
}
