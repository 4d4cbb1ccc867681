/** Signing in and out, and who is signed in: sessions of browsers. */

import { newId } from "../../platform/ids.ts";
import type { Queries, Storage } from "../../platform/storage/storage.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type Account, accountById } from "../accounts.ts";
import { DEMO_EMAIL } from "../demo-address.ts";
import { hashPassword, isPassword } from "../passwords.ts";
import { revokeAllTokens } from "../tokens/tokens.ts";
import type { AuthOptions, BetterAuth } from "./better-auth.ts";
import { endLinks } from "./mailed-links.ts";
import { removePasskeys } from "./passkeys.ts";

const RECENT_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** However often it is used, a session ends this long after its sign-in. */
export const SESSION_LIFE_MS = 30 * 86_400_000;

/** A signed-in user. */
export interface SignedIn {
  readonly account: Account;
  readonly sessionId: string;
  /** Whether the person proved who they are within the last 15 minutes. The demo account has no password, so it always did. */
  readonly isRecent: boolean;
  /** The same for the last day. */
  readonly isOfToday: boolean;
  /** `Set-Cookie` headers to send along, when the session's end was put off. */
  readonly cookies: readonly string[];
}

export interface Sessions {
  /** Returns the user who sent the request; undefined if the request has no session, or the account is locked. */
  current(headers: Headers): Promise<SignedIn | undefined>;
  /**
   * Starts a session for an account that has proven itself; the one that the browser has ends.
   * @returns `Set-Cookie` headers
   */
  start(accountId: string, headers: Headers): Promise<readonly string[]>;
  /** Ends the session of the browser. @returns `Set-Cookie` headers */
  end(headers: Headers): Promise<readonly string[]>;
  /** The account with this address and password. Takes the same time whether the address has an account or not. */
  passwordHolder(email: string, password: string): Promise<Account | undefined>;
  /** Sets the password, and ends all sessions and mailed links of the account; if so chosen, also its tokens, connected apps and passkeys. */
  setPassword(accountId: string, password: string, tokens: "stay" | "end"): Promise<void>;
}

export function sessions(storage: Storage, clock: Clock, open: () => Promise<BetterAuth>): Sessions {
  async function end(headers: Headers): Promise<readonly string[]> {
    const auth = await open();
    return auth.endSession(headers);
  }
  return {
    end,
    async current(headers) {
      if (!hasSessionCookie(headers)) return undefined;
      const auth = await open();
      const session = await auth.findSession(headers);
      if (session === undefined) return undefined;
      const { id, accountId, createdAt, cookies } = session;
      const account = await accountById(storage.db, accountId);
      if (account.locked_at !== null) return undefined;
      // Uses the system's clock, like better-auth.
      const age = Date.now() - createdAt.getTime();
      if (age >= SESSION_LIFE_MS) {
        await endSession(storage.db, account.id, id);
        return undefined;
      }
      const isWithin = (limit: number) => age < limit || account.email === DEMO_EMAIL;
      return {
        account,
        sessionId: id,
        isRecent: isWithin(RECENT_MS),
        isOfToday: isWithin(DAY_MS),
        cookies,
      };
    },
    async start(accountId, headers) {
      const auth = await open();
      if (headers.has("cookie")) await end(headers);
      // The request has no cookies of the browser, so that no earlier session continues.
      const fresh = new Headers({ "user-agent": (headers.get("user-agent") ?? "").slice(0, 300) });
      return auth.startSession(fresh, accountId);
    },
    async passwordHolder(email, password) {
      // Always uses one statement and one hash, so the time does not reveal whether the account or its password exists.
      const held = await storage.db
        .selectFrom("accounts")
        .leftJoin("credentials", "credentials.account_id", "accounts.id")
        .select(["accounts.id", "password_hash"])
        .where("email", "=", email)
        .executeTakeFirst();
      const stored = held?.password_hash;
      const isRight = stored ? await isPassword(password, stored) : void (await hashPassword(password));
      return held && isRight ? accountById(storage.db, held.id) : undefined;
    },
    async setPassword(accountId, password, tokens) {
      const hash = await hashPassword(password);
      await storage.db.transaction().execute(async (transaction) => {
        await storePassword(transaction, accountId, hash, clock());
        await endSessions(transaction, accountId);
        await endLinks(transaction, accountId);
        if (tokens === "stay") return;
        await revokeAllTokens(transaction, accountId, clock());
        await removePasskeys(transaction, accountId);
      });
      if (tokens === "end") storage.startEpoch();
    },
  };
}

/** Whether there is anything to look up: other cookies come with every page of the host. */
function hasSessionCookie(headers: Headers): boolean {
  return /(?:^|;) *(?:__Host-)?session=/.test(headers.get("cookie") ?? "");
}

/** Loads better-auth when the first browser comes: agents and commands do without. */
export function lazyBetterAuth(options: AuthOptions): () => Promise<BetterAuth> {
  let auth: Promise<BetterAuth> | undefined;
  return () => {
    auth ??= import("./better-auth.ts").then(({ openBetterAuth }) => openBetterAuth(options));
    return auth;
  };
}

/** A browser that is signed in. */
export interface SessionInfo {
  readonly id: string;
  readonly user_agent: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The latest first. */
export async function listSessions(queries: Queries, accountId: string): Promise<SessionInfo[]> {
  return (
    queries
      .selectFrom("sessions")
      .select(["id", "user_agent", "created_at", "updated_at"])
      .where("account_id", "=", accountId)
      // Sessions end by the system's clock, since better-auth reads that one.
      .where("expires_at", ">", new Date().toISOString())
      .orderBy("updated_at", "desc")
      .orderBy("id")
      .execute()
  );
}

/** Ends one session of an account; nothing happens for one of another account. */
export async function endSession(queries: Queries, accountId: string, sessionId: string): Promise<void> {
  await queries
    .deleteFrom("sessions")
    .where("account_id", "=", accountId)
    .where("id", "=", sessionId)
    .execute();
}

/** Ends the sessions of an account. @param except the one that stays */
export async function endSessions(queries: Queries, accountId: string, except?: string): Promise<void> {
  const own = queries.deleteFrom("sessions").where("account_id", "=", accountId);
  await (except === undefined ? own : own.where("id", "!=", except)).execute();
}

export async function hasPassword(queries: Queries, accountId: string): Promise<boolean> {
  const row = await queries
    .selectFrom("credentials")
    .select("id")
    .where("account_id", "=", accountId)
    .where("password_hash", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function storePassword(
  queries: Queries,
  accountId: string,
  hash: string,
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await queries
    .insertInto("credentials")
    .values({
      id: newId("crd"),
      account_id: accountId,
      provider: "credential",
      subject: accountId,
      password_hash: hash,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "provider"]).doUpdateSet({ password_hash: hash, updated_at: at }),
    )
    .execute();
}
