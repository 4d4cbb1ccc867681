import type { SharePermission } from "../../../../generated/types.ts";

/** Shares, invitations, shared results and live addresses of forms, and the directories of the forms that accounts can access. */
export interface SharingTables {
  form_shares: {
    form_id: string;
    account_id: string;
    permission: SharePermission;
    created_at: string;
    updated_at: string;
  };

  /** Shares that begin when somebody makes an account with the address. */
  form_invitations: {
    id: string;
    form_id: string;
    /** Normalised; once for each form. */
    email: string;
    permission: SharePermission;
    created_at: string;
  };

  /** Results that everybody with the secret link sees. No row: nobody does. */
  shared_results: {
    form_id: string;
    /** The link is made from it. */
    nonce: string;
    /** JSON array: ids of the questions. */
    fields: string;
  };

  /** Secret addresses at which spreadsheets load the responses. No row: the form has none. */
  live_addresses: {
    form_id: string;
    /** The account that made it. It works as long as the account manages the form. */
    account_id: string;
    /** SHA-256 of the secret in hex; the secret itself is not stored. */
    hash: string;
    /** 1: the responses have the email addresses of respondents. */
    addresses: number;
    /** The language of the page where it was made. The language of the account has priority. */
    language: string;
    created_at: string;
    /** Accurate to a minute; null: it was never read. */
    last_read_at: string | null;
  };

  /** The version grows when the forms that an account can access change, or their titles. */
  directories: {
    account_id: string;
    version: number;
  };

  /** Changes between two versions of a directory; only the latest are kept. */
  directory_changes: {
    account_id: string;
    /** The version that the change led to. */
    version: number;
    form_id: string;
  };

  /** How often an account asked to share with an address that has no account. */
  share_refusals: {
    account_id: string;
    /** UTC, `YYYY-MM-DD`. */
    day: string;
    refusals: number;
  };
}
