import { type Awaitable, andThen, type Caller } from "@toolwright/runtime";
import type { CompiledQuery } from "kysely";
import { prepared } from "../../platform/storage/prepared.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { hashToken, isWellFormed, type TokenPrefix } from "./format.ts";
import { type LastUsed, USE_PRECISION_MS } from "./last-used.ts";
import { readScopes } from "./tokens.ts";

/** One object for each token: with 100,000 of them, each further object is one more that no processor cache holds. */
interface CachedToken extends Caller {
  /** In milliseconds since the epoch; `Infinity`: never. */
  readonly expiresAt: number;
  /** The latest use that was recorded, in the same unit. */
  recordedAt: number;
}

/** The columns of a token that is neither revoked nor of a locked account. */
interface TokenRow {
  readonly id: string;
  readonly account_id: string;
  readonly scopes: string;
  readonly expires_at: string | null;
}

/** Enough for every token of a busy installation; some 30 MB. */
const CACHED_TOKENS = 100_000;

/** What a kind of tokens is found by. */
export interface TokenKind {
  readonly prefix: TokenPrefix;
  find(queries: Queries, values: { readonly hash: string }): CompiledQuery<TokenRow>;
}

/**
 * Authenticates with a cache of tokens. The cache is cleared with every new epoch of the storage, so a revoked token
 * or one of a locked account is refused at the next request, whichever process revoked it.
 */
export function authenticator(
  storage: Storage,
  clock: Clock,
  lastUsed: LastUsed,
  { prefix, find }: TokenKind = personalTokens,
  cachedTokens = CACHED_TOKENS,
): (token: string) => Awaitable<Caller | undefined> {
  const cache = new Map<string, CachedToken>();
  /** The keys of the cache. A full cache replaces any of them: the oldest would be the next one of a load in turn. */
  const hashes: string[] = [];
  /** By their stored form. Tokens with the same scopes share one set. */
  const scopeSets = new Map<string, ReadonlySet<string>>();
  let epoch = storage.epoch();

  function clearStale(): void {
    const current = storage.epoch();
    if (current === epoch) return;
    cache.clear();
    scopeSets.clear();
    hashes.length = 0;
    epoch = current;
  }

  function lookUp(hash: string): Awaitable<Caller | undefined> {
    const epochBefore = epoch;
    return andThen(storage.read(find(storage.db, { hash })), ([row]) => {
      if (row === undefined) return undefined;
      const match = cachedToken(row);
      // If a token was revoked during the read, the result is used for this request but not cached.
      if (epochBefore === storage.epoch()) store(hash, match);
      return toCaller(match);
    });
  }

  function cachedToken({ id, account_id, scopes, expires_at }: TokenRow): CachedToken {
    return {
      account: account_id,
      token: id,
      scopes: scopeSet(scopes),
      expiresAt: expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at),
      recordedAt: 0,
    };
  }

  function scopeSet(stored: string): ReadonlySet<string> {
    const set = scopeSets.get(stored) ?? new Set(readScopes(stored));
    scopeSets.set(stored, set);
    return set;
  }

  function store(hash: string, match: CachedToken): void {
    if (cache.has(hash)) return;
    const place = hashes.length < cachedTokens ? hashes.length : Math.floor(Math.random() * cachedTokens);
    cache.delete(hashes[place] ?? "");
    hashes[place] = hash;
    cache.set(hash, match);
  }

  function toCaller(match: CachedToken): Caller | undefined {
    const now = clock();
    const time = now.getTime();
    if (match.expiresAt <= time) return undefined;
    if (Math.abs(time - match.recordedAt) >= USE_PRECISION_MS) {
      match.recordedAt = time;
      lastUsed.record(match.token, now);
    }
    return match;
  }

  return (token) => {
    clearStale();
    const hash = hashToken(token);
    const match = cache.get(hash);
    if (match) return toCaller(match);
    return isWellFormed(token, prefix) ? lookUp(hash) : undefined;
  };
}

const personalTokens: TokenKind = {
  prefix: "twp_",
  find: prepared((queries, argument: (name: "hash") => string) =>
    queries
      .selectFrom("tokens")
      .innerJoin("accounts", "accounts.id", "tokens.account_id")
      .select(["tokens.id", "account_id", "scopes", "expires_at"])
      .where("hash", "=", argument("hash"))
      .where("revoked_at", "is", null)
      .where("locked_at", "is", null),
  ),
};

/** Calls of an app count for the app, however often it gets a new token. */
export const appTokens: TokenKind = {
  prefix: "two_",
  find: prepared((queries, argument: (name: "hash") => string) =>
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
