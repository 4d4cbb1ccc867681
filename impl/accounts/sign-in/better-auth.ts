/** better-auth on our tables: sessions and their cookie. Its own HTTP routes are not served. */
import { kyselyAdapter } from "@better-auth/kysely-adapter";
import type { BetterAuthOptions } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { betterAuth } from "better-auth/minimal";
import { newId } from "../../platform/ids.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { hashingSessionTokens } from "./session-tokens.ts";

/** A session ends this long after its last day of use; and 30 days after its sign-in at the latest (`sessions.ts`). */
const SESSION_SECONDS = 14 * 86_400;
/** How often the end of a session that is used is put off. */
const UPDATE_SECONDS = 86_400;

export interface AuthOptions {
  readonly storage: Storage;
  /** 32 random bytes: signs cookies. */
  readonly secret: Buffer;
  /** Returns the URL at which browsers reach the service. It is known when the first browser connects. */
  publicUrl(): string;
}

/** The plugin that starts a session for a user who has followed a mailed link. */
const sessionStarter = {
  id: "session-starter",
  endpoints: {
    startSession: createAuthEndpoint(
      "/start-session",
      { method: "POST", requireHeaders: true, metadata: { SERVER_ONLY: true } },
      async (ctx) => {
        const { accountId } = ctx.body as { accountId: string };
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(accountId);
        if (user === null) return { started: false };
        const session = await internalAdapter.createSession(accountId);
        await setSessionCookie(ctx, { session, user });
        return { started: true };
      },
    ),
  },
} as const;

/** better-auth's user is our account: there is no second notion of one. Dates are texts, as in all our tables. */
export function authSettings({ storage, secret, publicUrl }: AuthOptions) {
  const isSecure = publicUrl().startsWith("https:");
  // The prefix limits a cookie to this host over TLS; otherwise browsers reject it (RFC 6265bis, section 4.1.3.2).
  const cookie = (name: string) => ({ name: isSecure ? `__Host-${name}` : name });
  return {
    baseURL: isSecure ? "https://forms.invalid" : "http://forms.invalid",
    secret: secret.toString("base64url"),
    database: (options: BetterAuthOptions) =>
      hashingSessionTokens(kyselyAdapter(storage.db, { type: "sqlite" })(options)),
    user: { modelName: "accounts", fields: { createdAt: "created_at" } },
    session: {
      modelName: "sessions",
      fields: {
        userId: "account_id",
        token: "token_hash",
        userAgent: "user_agent",
        createdAt: "created_at",
        updatedAt: "updated_at",
        expiresAt: "expires_at",
      },
      expiresIn: SESSION_SECONDS,
      updateAge: UPDATE_SECONDS,
    },
    advanced: {
      database: { generateId: ({ model }) => newId(model === "session" ? "ses" : "crd") },
      useSecureCookies: false,
      cookies: { session_token: cookie("session"), passkey_challenge: cookie("passkey_challenge") },
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure },
      // Our pages check the origin of every post, before anything is read.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
    },
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
  } satisfies BetterAuthOptions;
}

/** A session of a browser that has signed in. */
export interface BrowserSession {
  readonly id: string;
  readonly accountId: string;
  readonly createdAt: Date;
  /** `Set-Cookie` headers that renew the cookie of the session. */
  readonly cookies: readonly string[];
}

/** Sessions, as better-auth stores them. Cookies are `Set-Cookie` headers. */
export interface BetterAuth {
  /** The session of a request; undefined: it has none. */
  findSession(headers: Headers): Promise<BrowserSession | undefined>;
  /** @returns cookies */
  startSession(headers: Headers, accountId: string): Promise<readonly string[]>;
  /** @returns cookies */
  endSession(headers: Headers): Promise<readonly string[]>;
}

export function openBetterAuth(options: AuthOptions): BetterAuth {
  const { api } = betterAuth({ ...authSettings(options), plugins: [sessionStarter] });
  return {
    async findSession(headers) {
      const { response, headers: sent } = await api.getSession({ headers, returnHeaders: true });
      if (response === null) return undefined;
      const { session, user } = response;
      const createdAt = new Date(session.createdAt);
      return { id: session.id, accountId: user.id, createdAt, cookies: sent.getSetCookie() };
    },
    async startSession(headers, accountId) {
      const call = { headers, body: { accountId }, returnHeaders: true };
      const { headers: sent } = await api.startSession(call as never);
      return sent.getSetCookie();
    },
    async endSession(headers) {
      const { headers: sent } = await api.signOut({ headers, returnHeaders: true });
      return sent.getSetCookie();
    },
  };
}
