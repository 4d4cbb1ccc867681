/** Folders, at most 100 for each account, the forms in them, and tags of forms. */
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

  /** The tags that an account gives to forms, at most 10 for each form. */
  form_tags: {
    account_id: string;
    form_id: string;
    /** As `cleanName` returns it. */
    tag: string;
  };
}
