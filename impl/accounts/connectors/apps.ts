/**
 * Stores the apps that users have connected with their accounts. Each app is a row of `tokens`, so rate limits, revocation and the
 * time of the last use work as for tokens.
 */

import type { Queries } from "../../platform/storage/storage.ts";
import type { Account } from "../accounts.ts";
import { hashToken } from "../tokens/format.ts";
import { TOKEN_LIMITS } from "../tokens/tokens.ts";

/** The time that an app has to fetch its first token. */
export const FIRST_TOKEN_SECONDS = 600;
/** How long the rows of ended apps stay. Their tokens are rejected with and without the row. */
const ENDED_SECONDS = 86_400;
/** The lifetime of a registered client without any permission. */
export const UNUSED_CLIENT_SECONDS = 86_400;

/** Returns a time for `expires_at`. It uses the system's clock, because oidc-provider does. */
export function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString();
}

export interface NewApp {
  readonly id: string;
  readonly name: string;
  /** The host of the app's document or of its redirect address; the scheme of that address if it has no host. */
  readonly host: string;
  readonly scopes: readonly string[];
}

/** Adds an app. It expires after `FIRST_TOKEN_SECONDS`, unless it fetches a token. */
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

/** Removes at most `limit` ended apps with all their records. @returns the number of removed apps */
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

/** Keeps a registered client as long as the app that a user has connected with it can live. */
export async function keepClient(queries: Queries, clientId: string, seconds: number): Promise<void> {
  await queries
    .updateTable("oauth_records")
    .set({ expires_at: inSeconds(seconds) })
    .where("kind", "=", "Client")
    .where("hash", "=", hashToken(clientId))
    .execute();
}

/** Counts the registered clients that no user has ever allowed, or none within the last year. */
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

/** Removes the oldest requests for consent, so that at most `most` stay. All requests have the same lifetime. */
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

/** Removes at most `limit` expired records. @returns the number of removed records */
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
