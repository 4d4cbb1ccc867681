/** Apps that a person connected with an account. Each is a row of `tokens`, so that rates, revocations and last uses hold for them as for tokens. */

import type { Queries } from "../../platform/storage/storage.ts";
import type { Account } from "../accounts.ts";
import { hashToken } from "../tokens/format.ts";
import { TOKEN_LIMITS } from "../tokens/tokens.ts";

/** Time for the app to fetch its first token. */
export const FIRST_TOKEN_SECONDS = 600;
/** How long ended apps stay: a token of theirs that comes late is refused either way. */
const ENDED_SECONDS = 86_400;
/** The lifetime of a registered client without any permission. */
export const UNUSED_CLIENT_SECONDS = 86_400;

/** All of this expires by the system's clock, since oidc-provider reads that one. */
export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString();
}

export interface NewApp {
  readonly id: string;
  readonly name: string;
  /** The host that the browser returns to, or the web site that describes the app. */
  readonly host: string;
  readonly scopes: readonly string[];
}

export async function connectApp(
  queries: Queries,
  account: Account,
  { id, name, host, scopes }: NewApp,
  now: Date,
): Promise<void> {
  await queries
    .insertInto("tokens")
    .values({
      id,
      account_id: account.id,
      name: name.slice(0, TOKEN_LIMITS.name),
      hash: id,
      scopes: scopes.join(" "),
      created_at: now.toISOString(),
      expires_at: inSeconds(FIRST_TOKEN_SECONDS),
      app_host: host,
    })
    .execute();
}

/** Removes at most `limit` apps that have ended, with all that was stored for them. @returns how many were removed */
export async function removeEndedApps(queries: Queries, _now: Date, limit: number): Promise<number> {
  const before = inSeconds(-ENDED_SECONDS);
  const ended = queries
    .selectFrom("tokens")
    .select("id")
    .where("app_host", "is not", null)
    .where(({ or, eb }) => or([eb("expires_at", "<", before), eb("revoked_at", "<", before)]))
    .limit(limit);
  const { numDeletedRows } = await queries.deleteFrom("tokens").where("id", "in", ended).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Keeps a client that registered for as long as the app that was connected with it may live. */
export async function keepClient(queries: Queries, clientId: string, seconds: number): Promise<void> {
  await queries
    .updateTable("oauth_records")
    .set({ expires_at: inSeconds(seconds) })
    .where("kind", "=", "Client")
    .where("hash", "=", hashToken(clientId))
    .execute();
}

/** How many clients are registered that were never allowed anything, or nothing lately. */
export async function countUnusedClients(queries: Queries): Promise<number> {
  const { count } = await queries
    .selectFrom("oauth_records")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("kind", "=", "Client")
    .where("expires_at", "<", inSeconds(UNUSED_CLIENT_SECONDS))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The number of requests removed at once; more than all nodes add between two cleanups of one node. */
const MAX_REMOVED_REQUESTS = 1_000;

/** Removes the oldest of the requests that wait for a person, so that at most `most` stay: all live equally long. */
export async function removeOldestRequests(queries: Queries, most: number): Promise<void> {
  const rows = await queries
    .selectFrom("oauth_records")
    .select("hash")
    .where("kind", "=", "Interaction")
    .orderBy("expires_at", "desc")
    .limit(MAX_REMOVED_REQUESTS)
    .offset(most)
    .execute();
  if (rows.length === 0) return;
  await queries
    .deleteFrom("oauth_records")
    .where("kind", "=", "Interaction")
    .where(
      "hash",
      "in",
      rows.map(({ hash }) => hash),
    )
    .execute();
}

/** Removes at most `limit` records. @returns how many were removed */
export async function removeExpiredRecords(queries: Queries, _now: Date, limit: number): Promise<number> {
  const expired = await queries
    .selectFrom("oauth_records")
    .select(["kind", "hash"])
    .where("expires_at", "<=", inSeconds(0))
    .limit(limit)
    .execute();
  for (const [kind, rows] of Map.groupBy(expired, (row) => row.kind))
    await queries
      .deleteFrom("oauth_records")
      .where("kind", "=", kind)
      .where(
        "hash",
        "in",
        rows.map(({ hash }) => hash),
      )
      .execute();
  return expired.length;
}
