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
    /** Months of the generation quota are counted from here. */
    plan_started_at: string;
    /** Null for accounts that never had a trial. */
    trial_ends_at: string | null;
    created_at: string;
    /** Since when it may neither sign in nor use its tokens. */
    locked_at: string | null;
    /** Since when it is being deleted; it is locked, too. */
    deleting_at: string | null;
    /** Of its pages and mails, as chosen in the settings; null: as the browser prefers. */
    language: string | null;
    /** 1: a link that was mailed to the address has been used. */
    email_confirmed: Generated<number>;
  };

  tokens: {
    id: string;
    account_id: string;
    name: string;
    /** SHA-256 of the whole token in hex; the token itself is not stored. Of a connected app its own id, which no token has as its hash. */
    hash: string;
    /** Separated by single spaces, as in OAuth. */
    scopes: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /** Where the browser went back to when the app was connected; null: this is a personal access token. */
    app_host: string | null;
  };
}
