import type { Authenticate, Caller } from "@toolwright/runtime";
import { prepared } from "../storage/prepared.ts";
import type { Storage } from "../storage/storage.ts";
import type { Clock } from "../time/clock.ts";
import { hashToken, isWellFormed } from "./format.ts";
import type { LastUsed } from "./last-used.ts";
import { isExpired, readScopes } from "./tokens.ts";

interface CachedToken {
  readonly caller: Caller;
  readonly expiresAt: string | null;
}

/** Enough for every token of a busy installation; some 40 MB. */
const CACHED_TOKENS = 100_000;

/**
 * Authenticates with a cache of tokens. The cache is cleared with every new epoch of the storage, so a revoked token
 * or one of a locked account is refused at the next request, whichever process revoked it.
 */
export function authenticator(
  storage: Storage,
  clock: Clock,
  lastUsed: LastUsed,
  cachedTokens = CACHED_TOKENS,
): Authenticate {
  const cache = new Map<string, CachedToken>();
  /** The keys of the cache. A full cache replaces any of them: the oldest would be the next one of a load in turn. */
  const hashes: string[] = [];
  let epoch = storage.epoch();

  function clearStale(): void {
    const current = storage.epoch();
    if (current === epoch) return;
    cache.clear();
    hashes.length = 0;
    epoch = current;
  }

  async function lookUp(hash: string): Promise<Caller | undefined> {
    const epochBefore = epoch;
    const match = await findCaller(storage, hash);
    // If a token was revoked during the read, the result is used for this request but not cached.
    if (match && epochBefore === storage.epoch()) store(hash, match);
    return match && callerOf(match);
  }

  function store(hash: string, match: CachedToken): void {
    if (cache.has(hash)) return;
    const place = hashes.length < cachedTokens ? hashes.length : Math.floor(Math.random() * cachedTokens);
    cache.delete(hashes[place] ?? "");
    hashes[place] = hash;
    cache.set(hash, match);
  }

  function callerOf({ caller, expiresAt }: CachedToken): Caller | undefined {
    const now = clock();
    if (isExpired(expiresAt, now)) return undefined;
    lastUsed.record(caller.token, now);
    return caller;
  }

  return (token) => {
    clearStale();
    const hash = hashToken(token);
    const match = cache.get(hash);
    if (match) return callerOf(match);
    return isWellFormed(token) ? lookUp(hash) : undefined;
  };
}

const findToken = prepared((queries, argument: (name: "hash") => string) =>
  queries
    .selectFrom("tokens")
    .innerJoin("accounts", "accounts.id", "tokens.account_id")
    .select(["tokens.id", "account_id", "scopes", "expires_at"])
    .where("hash", "=", argument("hash"))
    .where("revoked_at", "is", null)
    .where("locked_at", "is", null),
);

async function findCaller(storage: Storage, hash: string): Promise<CachedToken | undefined> {
  const { rows } = await storage.db.executeQuery(findToken(storage.db, { hash }));
  const [row] = rows;
  return (
    row && {
      caller: { account: row.account_id, token: row.id, scopes: new Set(readScopes(row.scopes)) },
      expiresAt: row.expires_at,
    }
  );
}
