/** A rule that repeats changes on a restored database, and the numbers of these changes. */

/** The numbers of repeated changes. */
export interface Reapplied {
  /** Tokens that were revoked after the backup was made. */
  readonly revokedTokens: number;
  /** Responses that were erased or deleted after the backup was made. */
  readonly erasedResponses: number;
  /** Accounts that were locked after the backup was made. */
  readonly lockedAccounts: number;
  /** Accounts that were deleted after the backup was made, with everything that they owned. */
  readonly deletedAccounts: number;
  /** Forms that were deleted after the backup was made; forms of deleted accounts are not counted. */
  readonly deletedForms: number;
  /** Lessons that were deleted after the backup was made. A lesson that was in progress is generated again: its credits are reserved. */
  readonly deletedLessons: number;
  /** Shares of forms and folders that were ended after the backup was made. */
  readonly endedShares: number;
}

/** One statement that repeats changes. The restored database is the main one, and the replaced one is `previous`. */
export interface Rule {
  /** The total that its changes are added to; undefined: they are not counted. */
  readonly counts?: keyof Reapplied;
  /** Tables that both databases must have: the backup may be older than one of them. */
  readonly tables: readonly string[];
  readonly sql: string;
}
