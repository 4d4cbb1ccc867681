import type { Generated } from "kysely";

/** Accounts and the tokens that act for them. */
export interface AccountTables {
  accounts: {
    id: string;
    /** Normalised, see `normaliseEmail`; unique. */
    email: string;
    plan: string;
    /** The subscription as it was last set. A trial expires without a write. */
    subscription: "trial" | "active" | "past_due" | "expired";
    /** The months of the generation quota begin here. */
    plan_started_at: string;
    /** Null for accounts that never had a trial. */
    trial_ends_at: string | null;
    created_at: string;
    /** The time since which the account can neither sign in nor use its tokens. */
    locked_at: string | null;
    /** The start of its deletion; the account is locked, too. */
    deleting_at: string | null;
    /** The language of its pages and mails, as chosen in the settings; null: as the browser prefers. */
    language: string | null;
    /** The time zone of its pages, as chosen in the settings (IANA); null: UTC. */
    time_zone: string | null;
    /** 1: a link that was mailed to the address has been used. */
    email_confirmed: Generated<number>;
  };

  tokens: {
    id: string;
    account_id: string;
    name: string;
    /**
     * SHA-256 of the whole token in hex; the token itself is not stored. A connected app has its own id here, which is never the hash
     * of a token.
     */
    hash: string;
    /** Separated by single spaces, as in OAuth. */
    scopes: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /** The host that the browser returned to when the app was connected; null: this is a personal access token. */
    app_host: string | null;
  };
}
