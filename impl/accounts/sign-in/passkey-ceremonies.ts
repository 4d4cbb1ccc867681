/**
 * Makes passkeys and signs in with them (WebAuthn, level 3), by better-auth's plugin. Apart from what every signed-in browser
 * needs: loading it takes 50 MB. Passkeys work at the public address of the installation only.
 */
import { passkey } from "@better-auth/passkey";
import { isAPIError } from "better-auth/api";
import { betterAuth } from "better-auth/minimal";
import { type Account, accountById } from "../accounts.ts";
import { type AuthOptions, authSettings } from "./better-auth.ts";

const CHALLENGES = {
  modelName: "passkey_challenges",
  fields: { identifier: "hash", createdAt: "created_at", updatedAt: "updated_at", expiresAt: "expires_at" },
  storeIdentifier: "hashed",
} as const;

const PASSKEYS = {
  modelName: "passkeys",
  fields: {
    userId: "account_id",
    credentialID: "credential_id",
    publicKey: "public_key",
    deviceType: "device_type",
    backedUp: "backed_up",
    createdAt: "created_at",
  },
};

/** A challenge for the browser, with the cookie that identifies its answer. */
export interface Challenge {
  /** The options in the JSON form of WebAuthn. */
  readonly options: object;
  /** `Set-Cookie` headers. */
  readonly cookies: readonly string[];
}

/** Makes passkeys, and signs in with them. */
export interface Ceremonies {
  /** A challenge to make a passkey for the account of the session. */
  registration(headers: Headers): Promise<Challenge>;
  /** Stores the passkey that a browser made for the account of the session. @returns false: it is refused */
  register(headers: Headers, answer: string, name: string): Promise<boolean>;
  /** A challenge to sign in; of a browser that is signed in, with a passkey of the same account. */
  signIn(headers: Headers): Promise<Challenge>;
  /**
   * Starts a session for the account of a passkey.
   * @param only the account that it has to be; undefined: any
   * @returns the account with `Set-Cookie` headers; undefined: the passkey is refused
   */
  startSession(
    headers: Headers,
    answer: string,
    only: string | undefined,
  ): Promise<{ readonly account: Account; readonly cookies: readonly string[] } | undefined>;
}

export function openCeremonies(options: AuthOptions): Ceremonies {
  const { origin, hostname } = new URL(options.publicUrl());
  const plugin = passkey({
    rpID: hostname,
    rpName: hostname,
    origin,
    // A passkey replaces address and password: the browser finds it without an address, and asks for a finger, a face or a PIN.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    authentication: {
      afterVerification({ verification }) {
        if (!verification.authenticationInfo.userVerified) throw new Error("The person was not verified");
      },
    },
    advanced: { webAuthnChallengeCookie: "passkey_challenge" },
    schema: { passkey: PASSKEYS },
  });
  const { api } = betterAuth({ ...authSettings(options), verification: CHALLENGES, plugins: [plugin] });
  return {
    async registration(headers) {
      const made = await api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true });
      return { options: made.response, cookies: made.headers.getSetCookie() };
    },
    async register(headers, answer, name) {
      const response = readAnswer(answer);
      if (response === undefined) return false;
      const stored = await unlessRefused(
        api.verifyPasskeyRegistration({ headers, body: { response, name } }),
      );
      return stored !== undefined;
    },
    async signIn(headers) {
      const made = await api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true });
      const asked = { ...made.response, userVerification: "required" };
      return { options: asked, cookies: made.headers.getSetCookie() };
    },
    async startSession(headers, answer, only) {
      const response = readAnswer(answer);
      const { db } = options.storage;
      const held = db.selectFrom("passkeys").select("account_id");
      const row = response && (await held.where("credential_id", "=", response.id).executeTakeFirst());
      const account = row && (await accountById(db, row.account_id));
      if (!account || account.locked_at !== null || account.id !== (only ?? account.id)) return undefined;
      const sender = new Headers(headers);
      sender.set("user-agent", (headers.get("user-agent") ?? "").slice(0, 300));
      const started = await unlessRefused(
        api.verifyPasskeyAuthentication({ headers: sender, body: { response }, returnHeaders: true }),
      );
      return started && { account, cookies: started.headers.getSetCookie() };
    },
  };
}

/** Parses a browser's answer to a challenge; undefined if it is malformed. better-auth checks the rest. */
function readAnswer(text: string) {
  try {
    const answer = JSON.parse(text);
    return typeof answer?.id === "string" && !answer.id.includes("\0") ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Returns undefined if better-auth rejects the answer, which it reports by throwing. */
async function unlessRefused<Value>(verified: Promise<Value>): Promise<Value | undefined> {
  try {
    return await verified;
  } catch (error) {
    if (isAPIError(error)) return undefined;
    throw error;
  }
}
