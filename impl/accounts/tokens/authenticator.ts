/** Authenticates the tokens of callers, with a cache that each change of the stored tokens clears. */
import { type Awaitable, andThen, type Caller } from "@toolwright/runtime";
import type { CompiledQuery } from "kysely";
import { prepareQuery } from "../../platform/storage/prepared-query.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { hashToken, isWellFormed, type TokenPrefix } from "./format.ts";
import { type LastUsed, USE_PRECISION_SECONDS } from "./token-use.ts";
import { readScopes } from "./tokens.ts";

/**
 * A token in one object: with 100,000 tokens, any further object would miss the processor cache. V8 stores integers below 2^31
 * in the object itself, so the times that each request reads are seconds since `START`.
 */
interface CachedToken extends Caller {
  /** The end in milliseconds since the epoch; `Infinity`: never. */
  readonly expiresAt: number;
  /** The second of `expiresAt`. */
  readonly lastSecond: number;
  /** The second of the latest use that was recorded. */
  recordedAt: number;
}

/** 2020, in seconds since the epoch. */
const START = 1_577_836_800;
const MAX_SECOND = 2 ** 31 - 1;

/** The columns of a token that is neither revoked nor of a locked account. */
interface TokenRow {
  readonly id: string;
  readonly account_id: string;
  readonly scopes: string;
  readonly expires_at: string | null;
}

/** The size of the cache: enough for every token of a busy installation, and about 30 MB. */
const CACHED_TOKENS = 100_000;

/** A kind of tokens, with the query that finds one. */
export interface TokenKind {
  readonly prefix: TokenPrefix;
  find(queries: Queries, values: { readonly hash: string }): CompiledQuery<TokenRow>;
}

/**
 * Authenticates with a cache of tokens. The cache is cleared with every new epoch of the storage, so a revoked token
 * or one of a locked account is refused at the next request, whichever process revoked it.
 */
export class Authenticator {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #lastUsed: LastUsed;
  readonly #kind: TokenKind;
  readonly #size: number;
  readonly #cache = new Map<string, CachedToken>();
  /** The keys of the cache. A full cache replaces a random one: if clients call in turn, the oldest is the next one needed. */
  readonly #hashes: string[] = [];
  /** Sets of scopes by their stored form. Tokens with the same scopes share one set. */
  readonly #scopeSets = new Map<string, ReadonlySet<string>>();
  #epoch: number;

  constructor(
    storage: Storage,
    clock: Clock,
    lastUsed: LastUsed,
    kind: TokenKind = personalTokens,
    cachedTokens = CACHED_TOKENS,
  ) {
    this.#storage = storage;
    this.#clock = clock;
    this.#lastUsed = lastUsed;
    this.#kind = kind;
    this.#size = cachedTokens;
    this.#epoch = storage.epoch();
  }

  authenticate(token: string): Awaitable<Caller | undefined> {
    this.#clearStale();
    const hash = hashToken(token);
    const match = this.#cache.get(hash);
    if (match) return this.#toCaller(match);
    return isWellFormed(token, this.#kind.prefix) ? this.#lookUp(hash) : undefined;
  }

  /**
   * Fills the cache in one query. After a restart all clients return at once, and a query for each of their tokens takes as long
   * as the rest of a small request.
   */
  async preload(): Promise<void> {
    const epoch = this.#storage.epoch();
    const rows = await activeTokens(this.#storage.db)
      .select("hash")
      .where((eb) =>
        eb.or([eb("expires_at", "is", null), eb("expires_at", ">", this.#clock().toISOString())]),
      )
      .limit(this.#size)
      .execute();
    if (epoch !== this.#storage.epoch()) return;
    for (const { hash, ...row } of rows) this.#store(hash, this.#toCachedToken(row));
  }

  #clearStale(): void {
    const current = this.#storage.epoch();
    if (current === this.#epoch) return;
    this.#cache.clear();
    this.#scopeSets.clear();
    this.#hashes.length = 0;
    this.#epoch = current;
  }

  #lookUp(hash: string): Awaitable<Caller | undefined> {
    const epoch = this.#epoch;
    return andThen(this.#storage.read(this.#kind.find(this.#storage.db, { hash })), ([row]) => {
      if (row === undefined) return undefined;
      const match = this.#toCachedToken(row);
      // If a token was revoked during the read, the result is used for this request but not cached.
      if (epoch === this.#storage.epoch()) this.#store(hash, match);
      return this.#toCaller(match);
    });
  }

  #toCachedToken({ id, account_id, scopes, expires_at }: TokenRow): CachedToken {
    const expiresAt = expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);
    return {
      account: account_id,
      token: id,
      scopes: this.#scopeSet(scopes),
      expiresAt,
      lastSecond: Math.min(toSecond(expiresAt), MAX_SECOND),
      recordedAt: 0,
    };
  }

  #scopeSet(stored: string): ReadonlySet<string> {
    const set = this.#scopeSets.get(stored) ?? new Set(readScopes(stored));
    this.#scopeSets.set(stored, set);
    return set;
  }

  #store(hash: string, match: CachedToken): void {
    if (this.#cache.has(hash)) return;
    const { length } = this.#hashes;
    const place = length < this.#size ? length : Math.floor(Math.random() * this.#size);
    this.#cache.delete(this.#hashes[place] ?? "");
    this.#hashes[place] = hash;
    this.#cache.set(hash, match);
  }

  #toCaller(match: CachedToken): Caller | undefined {
    const now = this.#clock();
    const second = toSecond(now.getTime());
    if (second >= match.lastSecond && now.getTime() >= match.expiresAt) return undefined;
    if (Math.abs(second - match.recordedAt) >= USE_PRECISION_SECONDS) {
      match.recordedAt = second;
      this.#lastUsed.record(match.token, now);
    }
    return match;
  }
}

function toSecond(ms: number): number {
  return Math.floor(ms / 1_000) - START;
}

/** Personal tokens, and those of apps, that are neither revoked nor of a locked account. */
export function activeTokens(queries: Queries) {
  return queries
    .selectFrom("tokens")
    .innerJoin("accounts", "accounts.id", "tokens.account_id")
    .select(["tokens.id", "account_id", "scopes", "expires_at"])
    .where("revoked_at", "is", null)
    .where("locked_at", "is", null);
}

const personalTokens: TokenKind = {
  prefix: "twp_",
  find: prepareQuery((queries, argument: (name: "hash") => string) =>
    activeTokens(queries).where("hash", "=", argument("hash")),
  ),
};

/** Calls of an app count for the app, however often it gets a new token. */
export const appTokens: TokenKind = {
  prefix: "two_",
  find: prepareQuery((queries, argument: (name: "hash") => string) =>
    queries
      .selectFrom("oauth_records")
      .innerJoin("tokens", "tokens.id", "oauth_records.token_id")
      .innerJoin("accounts", "accounts.id", "tokens.account_id")
      .select(["tokens.id", "account_id", "oauth_records.scopes", "oauth_records.expires_at"])
      .where("kind", "=", "AccessToken")
      .where("oauth_records.hash", "=", argument("hash"))
      .where("revoked_at", "is", null)
      .where("locked_at", "is", null),
  ),
};
