/** Folders, at most 100 for each account, and the forms in them. */
export interface FolderTables {
  folders: {
    id: string;
    account_id: string;
    /** As `cleanName` returns it; unique in the account. */
    name: string;
  };

  /** A form is in at most one folder of an account. Another account may have it in a folder of its own. */
  folder_forms: {
    account_id: string;
    form_id: string;
    folder_id: string;
  };
}
