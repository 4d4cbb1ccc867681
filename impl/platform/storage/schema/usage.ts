/** How many bytes an account stores. */
export interface UsageTables {
  /** Bytes of what an account's forms store. Kept by triggers: nothing else writes it. No row: nothing yet. */
  account_usage: {
    account_id: string;
    /** Of all versions of all forms. */
    structure_bytes: number;
    /** Of the files of responses, and of the pictures of each form. */
    file_bytes: number;
  };
}
