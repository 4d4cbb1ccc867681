/** Keys of the installation, and deletions that a restored backup must repeat. */
export interface InstallationTables {
  /** Random keys of this installation, such as the one that signs cursors. */
  secrets: {
    name: string;
    /** 32 bytes in base64url. */
    value: string;
  };

  /** Accounts, forms and lessons that were deleted, for restores of older backups. */
  deletions: {
    /** The id of the account, the form or the lesson. */
    id: string;
    deleted_at: string;
  };
}
