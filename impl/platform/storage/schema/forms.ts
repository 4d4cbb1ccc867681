import type { Generated } from "kysely";
import type { FormStatus, Language } from "../../../../generated/types.ts";

/** The tool that the author of a version worked with: the owner's pages, an agent with a personal token, or a connected app. */
export type AuthorTool = "browser" | "agent" | "app";

/** Forms, their versions and pending changes, and their totals. */
export interface FormTables {
  forms: {
    id: string;
    owner_id: string;
    /** In the default language. */
    title: string;
    /** `foldTitle(title)`, which title queries are compared with. */
    title_folded: string;
    status: FormStatus;
    default_language: Language;
    /** JSON array of language codes, the default language first. */
    languages: string;
    field_count: number;
    /** Grows with every change of the form. */
    revision: number;
    /** The current row of `form_versions`. */
    version: number;
    password_hash: string | null;
    /** 1: respondents get a copy of their answers. */
    receipts: Generated<number>;
    /** 1: the page that asks for the password has the title and the look of the form. */
    shows_title: Generated<number>;
    created_at: string;
    updated_at: string;
    /** When it was last published. */
    published_at: string | null;
    archived_at: string | null;
    /** When it was deleted: the form is hidden. It is in the bin, with a row of `deleted_forms`, or its rows are being removed. */
    deleting_at: string | null;
    /** The folder that its owner has put it into. The members of the folder can access the form. Null: it is in none. */
    folder_id: string | null;
  };

  /** The bin: deleted forms that their owner can bring back. The row is deleted when the form is brought back or deleted for good. */
  deleted_forms: {
    form_id: string;
    /** The owner. */
    account_id: string;
    /** When the form is deleted for good. */
    erase_at: string;
  };

  /** Structures. A version never changes, because responses refer to the version that they answered. */
  form_versions: {
    form_id: string;
    /** 1, 2, 3... */
    version: number;
    /** JSON of a `FormStructure`. */
    structure: string;
    created_at: string;
  };

  /** Authors of versions; no row: the author is unknown, or the account is deleted. */
  version_authors: {
    form_id: string;
    version: number;
    account_id: string;
    tool: AuthorTool;
    /** The name that the token or the app had when the version was stored; null: the tool is the browser. */
    name: string | null;
  };

  /** Structures with saved changes that are not published; at most one row for each form. */
  pending_changes: {
    form_id: string;
    /** A new id with every change, so an editor notices changes that it has not loaded. Rows are replaced, never updated. */
    id: string;
    /** JSON of a `FormStructure`. */
    structure: string;
    /** The version of the form that was changed. */
    base_version: number;
    /** The account that changed it last; null: the account is deleted. */
    account_id: string | null;
    changed_at: string;
  };

  /** Check lists of forms; no row: the list is empty. */
  form_checks: {
    form_id: string;
    /** JSON, as `forms/checks.ts` reads it. */
    checks: string;
  };

  /** Visits before `visit_days` counted them by day. Nothing is added any more. */
  form_visits: {
    form_id: string;
    /** Visits by clients without access to the form, since `since`. */
    visits: number;
    since: string;
  };

  /** How many forms an account owns. Only triggers write this table. */
  form_totals: {
    account_id: string;
    status: FormStatus;
    forms: number;
  };
}
