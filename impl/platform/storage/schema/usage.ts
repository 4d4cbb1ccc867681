/** How many bytes an account stores. */
export interface UsageTables {
  /** Bytes that the forms of an account store. Only triggers write this table. No row: zero. */
  account_usage: {
    account_id: string;
    /** The structures of all versions of all forms. */
    structure_bytes: number;
    /** The files of responses and the pictures of each form. */
    file_bytes: number;
  };
}
