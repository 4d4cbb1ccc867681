import type { SharePermission } from "../../../../generated/types.ts";

/** Folders, at most 100 for each account, the people and the forms in them, and tags of forms. */
export interface FolderTables {
  folders: {
    id: string;
    /** The owner. */
    account_id: string;
    /** As `cleanName` returns it; unique in the account. */
    name: string;
  };

  /** The accounts that can access the forms whose `folder_id` is the folder. Its owner is one of them, as admin. */
  folder_members: {
    folder_id: string;
    account_id: string;
    permission: SharePermission;
    created_at: string;
    updated_at: string;
  };

  /** Members that begin when somebody makes an account with the address. */
  folder_invitations: {
    id: string;
    folder_id: string;
    /** Normalised; once for each folder. */
    email: string;
    permission: SharePermission;
    created_at: string;
  };

  /**
   * The folders in which an account has forms of others. Nobody else sees them there. The folder of an own form is its `folder_id`.
   * A form is in at most one folder of an account.
   */
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
