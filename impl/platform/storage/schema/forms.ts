import type { Generated } from "kysely";
import type { FormStatus, Language } from "../../../../generated/types.ts";

/** Forms, their versions and pending changes, and their totals. */
export interface FormTables {
  forms: {
    id: string;
    owner_id: string;
    /** In the default language. */
    title: string;
    /** `foldTitle(title)`: what title queries are compared with. */
    title_folded: string;
    status: FormStatus;
    default_language: Language;
    /** JSON array of language codes, the default language first. */
    languages: string;
    field_count: number;
    /** Grows with every change of anything. */
    revision: number;
    /** The current row of `form_versions`. */
    version: number;
    password_hash: string | null;
    /** 1: respondents get a copy of their answers. */
    receipts: Generated<number>;
    created_at: string;
    updated_at: string;
    /** When it was last published. */
    published_at: string | null;
    archived_at: string | null;
    /** Since when it is being deleted: it is hidden, and its rows are being removed. */
    deleting_at: string | null;
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

  /** What a form would be with the changes that are kept and not published; at most one row for each form. */
  pending_changes: {
    form_id: string;
    /** Another one with every change, so that an editor notices what it has not seen. Rows are replaced, never updated. */
    id: string;
    /** JSON of a `FormStructure`. */
    structure: string;
    /** The version of the form that was changed. */
    base_version: number;
    /** Who changed it last; null: the account is deleted. */
    account_id: string | null;
    changed_at: string;
  };

  /** What is to be checked in forms; no row: nothing. */
  form_checks: {
    form_id: string;
    /** JSON, as `forms/checks.ts` reads it. */
    checks: string;
  };

  form_visits: {
    form_id: string;
    /** By those who have no access to its pages, since a day. */
    visits: number;
    since: string;
  };

  /** How many forms an account owns. Kept by triggers: nothing else writes it. */
  form_totals: {
    account_id: string;
    status: FormStatus;
    forms: number;
  };
}
