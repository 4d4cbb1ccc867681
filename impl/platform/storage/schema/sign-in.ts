/** Passwords, sessions, mailed links and passkeys, and the records of apps that sign in by OAuth. */
export interface SignInTables {
  /** Passwords of accounts. An account without one signs in by mailed links. */
  credentials: {
    id: string;
    account_id: string;
    /** `credential`: a password. */
    provider: string;
    /** The id of the account. */
    subject: string;
    /** See `hashPassword`. */
    password_hash: string | null;
    created_at: string;
    updated_at: string;
  };

  /** Signed-in browsers, as better-auth reads them. */
  sessions: {
    id: string;
    account_id: string;
    /** SHA-256 in hex of the secret in the cookie. */
    token_hash: string;
    user_agent: string | null;
    created_at: string;
    /** When `expires_at` was last moved. */
    updated_at: string;
    expires_at: string;
  };

  /** Links in mails, each for one use. The row is deleted when the link is used. */
  mailed_links: {
    /** SHA-256 in hex of the secret in the link. */
    hash: string;
    purpose: "sign_up" | "sign_in" | "reset_password" | "change_email" | "delete_account";
    /** The address that it was sent to. */
    email: string;
    /** Null: it makes an account. */
    account_id: string | null;
    created_at: string;
    expires_at: string;
  };

  /** Passkeys (WebAuthn), as better-auth reads them. */
  passkeys: {
    id: string;
    account_id: string;
    name: string;
    credential_id: string;
    public_key: string;
    /** The number of its signatures if the authenticator counts them; else 0. */
    counter: number;
    device_type: string;
    /** 1: the passkey is synchronised between devices. */
    backed_up: number;
    transports: string | null;
    aaguid: string | null;
    created_at: string;
  };

  /** Challenges for browsers to sign. The row is deleted when the challenge is used. */
  passkey_challenges: {
    id: string;
    /** SHA-256 of the secret in the cookie of the browser. */
    hash: string;
    value: string;
    created_at: string;
    updated_at: string;
    expires_at: string;
  };

  /** Records of the authorization server: registered clients, sign-ins in progress, codes and tokens. */
  oauth_records: {
    /** Name of a model of oidc-provider, such as `AccessToken`. */
    kind: string;
    /** SHA-256 in hex of the id; the id of a code or a token is its secret. */
    hash: string;
    /** The connected app, a row of `tokens`; null: the record belongs to none. */
    token_id: string | null;
    /** The scopes of an access token, separated by single spaces. */
    scopes: string;
    /** JSON, without the id. */
    payload: string;
    /** When it was used, if it can be used only once. */
    consumed_at: string | null;
    expires_at: string;
  };
}
