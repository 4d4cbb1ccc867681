/** Stores the records of oidc-provider. Secrets are stored as hashes, and all records of a connected app end with it. */
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import { hashToken } from "../tokens/format.ts";
import { revokeToken } from "../tokens/tokens.ts";
import { inSeconds, removeOldestRequests, UNUSED_CLIENT_SECONDS } from "./apps.ts";

/** How long used refresh tokens are stored, so that their second use is detected. */
const USED_REFRESH_TOKEN_SECONDS = 7 * 86_400;
/** The maximum number of stored requests for consent. Every client can send one, and each takes 5 kB. */
const MAX_REQUESTS = 10_000;
const REQUESTS_PER_CLEANUP = 100;
/** Kinds of records that belong to a connected app. */
const KINDS_OF_APP: ReadonlySet<string> = new Set([
  "Grant",
  "AuthorizationCode",
  "AccessToken",
  "RefreshToken",
]);

/** Returns a function that creates the store of one kind of record. */
export function recordStores(storage: Storage): (kind: string) => Adapter {
  // The service has its own sessions, and each authorization reads the signed-in user from them.
  return (kind) => (kind === "Session" ? noRecords : createRecords(storage, kind));
}

const nothing = async () => undefined;
const noRecords: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

function createRecords(storage: Storage, kind: string): Adapter {
  const { db } = storage;
  let requestsSinceCleanup = 0;

  /** Limits the stored requests. It sorts all of them, so a node does this once per `REQUESTS_PER_CLEANUP` requests. */
  async function limitRequests(): Promise<void> {
    requestsSinceCleanup = (requestsSinceCleanup + 1) % REQUESTS_PER_CLEANUP;
    if (requestsSinceCleanup === 0) await removeOldestRequests(db, MAX_REQUESTS);
  }

  const revokeByGrantId = async (id: string) => void (await revokeToken(storage, id, new Date()));

  return {
    ...noRecords,
    revokeByGrantId,
    async upsert(id, { jti, ...payload }, expiresIn = UNUSED_CLIENT_SECONDS) {
      const appId = kind === "Grant" ? id : payload.grantId;
      const row = {
        token_id: KINDS_OF_APP.has(kind) ? (appId ?? null) : null,
        scopes: payload.scope ?? "",
        payload: JSON.stringify(payload),
        expires_at: inSeconds(expiresIn),
      };
      await db
        .insertInto("oauth_records")
        .values({ kind, hash: hashToken(id), ...row })
        .onConflict((conflict) => conflict.columns(["kind", "hash"]).doUpdateSet(row))
        .execute();
      if (kind === "Interaction") await limitRequests();
      if (kind === "RefreshToken" || kind === "AccessToken") await prolong(db, appId ?? "", row.expires_at);
    },
    async find(id) {
      const row = await db
        .selectFrom("oauth_records")
        .leftJoin("tokens", "tokens.id", "oauth_records.token_id")
        .select(["payload", "consumed_at"])
        .where("kind", "=", kind)
        .where("oauth_records.hash", "=", hashToken(id))
        .where("oauth_records.expires_at", ">", inSeconds(0))
        .where("revoked_at", "is", null)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const payload: AdapterPayload = JSON.parse(row.payload);
      const consumed = row.consumed_at !== null && { consumed: Date.parse(row.consumed_at) / 1_000 };
      return { ...payload, ...(kind !== "Client" && { jti: id }), ...consumed };
    },
    /** If two requests use the same code or token at once, on any node, one of them succeeds. The other counts as a second use. */
    async consume(id) {
      const used = await db
        .updateTable("oauth_records")
        .set({ consumed_at: inSeconds(0) })
        .$if(kind === "RefreshToken", (query) =>
          query.set({ expires_at: inSeconds(USED_REFRESH_TOKEN_SECONDS) }),
        )
        .where("kind", "=", kind)
        .where("hash", "=", hashToken(id))
        .where("consumed_at", "is", null)
        .returning("token_id")
        .executeTakeFirst();
      if (used !== undefined) return;
      const payload = await this.find(id);
      if (payload?.grantId !== undefined) await revokeByGrantId(payload.grantId);
      throw new errors.InvalidGrant("used before");
    },
    async destroy(id) {
      await db
        .deleteFrom("oauth_records")
        .where("kind", "=", kind)
        .where("hash", "=", hashToken(id))
        .execute();
      if (kind === "AccessToken") storage.startEpoch();
    },
  };
}

/** Prolongs the life of a connected app, which ends with its last token. */
async function prolong(queries: Queries, appId: string, until: string): Promise<void> {
  await queries
    .updateTable("tokens")
    .set({ expires_at: until })
    .where("id", "=", appId)
    .where("expires_at", "<", until)
    .execute();
}
