import type { Authenticate, Caller } from "@toolwright/runtime";
import type { Storage } from "../storage/storage.ts";
import type { Clock } from "../time/clock.ts";
import { hashToken, isWellFormed } from "./format.ts";
import type { LastUsed } from "./last-used.ts";
import { isExpired, readScopes } from "./tokens.ts";

interface Known {
  readonly caller: Caller;
  readonly expiresAt: string | null;
}

/** Enough for every token of a busy installation; a few MB. */
const CACHED_TOKENS = 10_000;

/**
 * Authenticates from memory. The memory is emptied with every new epoch of the storage, so a revoked token is refused at
 * the next request, whichever process revoked it.
 */
export function authenticator(storage: Storage, clock: Clock, lastUsed: LastUsed): Authenticate {
  const known = new Map<string, Known>();
  let epoch = storage.epoch();

  function forgetStale(): void {
    const current = storage.epoch();
    if (current === epoch) return;
    known.clear();
    epoch = current;
  }

  async function lookUp(hash: string): Promise<Caller | undefined> {
    const asOf = epoch;
    const found = await findCaller(storage, hash);
    // A revocation may have come while we read; then this answer holds for this request, but is not kept.
    if (found && asOf === storage.epoch()) remember(hash, found);
    return found && use(found);
  }

  function remember(hash: string, found: Known): void {
    const oldest = known.keys().next();
    if (known.size >= CACHED_TOKENS && !oldest.done) known.delete(oldest.value);
    known.set(hash, found);
  }

  function use({ caller, expiresAt }: Known): Caller | undefined {
    const now = clock();
    if (isExpired(expiresAt, now)) return undefined;
    lastUsed.note(caller.token, now);
    return caller;
  }

  return (token) => {
    forgetStale();
    const hash = hashToken(token);
    const found = known.get(hash);
    if (found) return use(found);
    return isWellFormed(token) ? lookUp(hash) : undefined;
  };
}

async function findCaller(storage: Storage, hash: string): Promise<Known | undefined> {
  const row = await storage.db
    .selectFrom("tokens")
    .select(["id", "account_id", "scopes", "expires_at"])
    .where("hash", "=", hash)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return (
    row && {
      caller: { account: row.account_id, token: row.id, scopes: new Set(readScopes(row.scopes)) },
      expiresAt: row.expires_at,
    }
  );
}
