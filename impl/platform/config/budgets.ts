/** Reads the operator's limits on the data of an account. */

/** The limits of a paid account for each kind of data. Shared forms count for their owner. */
export interface Budgets {
  /** Bytes of structures: all versions of all forms, with their open checks. */
  readonly structures: number;
  /** Bytes of files of responses, and of pictures of forms. */
  readonly files: number;
  /** Bytes of exports that can still be downloaded. */
  readonly exports: number;
  readonly forms: number;
  /** Tokens that are neither revoked nor expired, connected apps included. */
  readonly tokens: number;
  /** Permissions that others have for the account's forms. */
  readonly shares: number;
  readonly webhooks: number;
  /** Prices of lessons that have not expired. */
  readonly quotes: number;
}

export const DEFAULT_BUDGETS: Budgets = {
  structures: 500_000_000,
  files: 50_000_000_000,
  exports: 2_000_000_000,
  forms: 2_000,
  tokens: 100,
  shares: 1_000,
  webhooks: 50,
  quotes: 2_000,
};
