import type { Generated } from "kysely";

/** Forms that are being filled in, their files, and how many bytes of both are not sent. */
export interface FillTables {
  /** A form that a respondent has begun: the answers so far, of all pages. */
  fills: {
    id: string;
    form_id: string;
    /** The version that the respondent answers, even if the form is edited meanwhile. */
    form_version: number;
    /** JSON of `Given`, unchecked. */
    given: string;
    /** The response, once it is sent: sending it twice makes one response. */
    response_id: string | null;
    updated_at: string;
    /** 1: files were removed because the form was idle for too long, and the respondent was not informed yet. */
    lost_files: Generated<number>;
    /** The network of the client that stored answers last. It is removed when the form is sent. */
    network: string | null;
    /** The language that its visit is counted in. Null: the language that it was opened in. */
    counted_language: string | null;
    /** The question that its visit is counted at in `visit_places`. Null: the visit is not counted as started. */
    counted_at: string | null;
  };

  /** Uploaded files. They belong to a fill until it is submitted, then to the response. */
  files: {
    id: string;
    fill_id: string | null;
    response_id: string | null;
    field_id: string;
    /** In the order of upload. */
    position: number;
    /** The uploaded name without dangerous characters. */
    name: string;
    size_bytes: number;
    /** Detected from the content. */
    content_type: string;
    /** The key of the bytes in the `FileStore`. */
    storage_key: string;
    created_at: string;
    /** The network of the client, until the form is sent. */
    network: string | null;
  };

  /** Bytes of answers that are not sent. Only triggers write this table. No row: zero. */
  unsent_answer_usage: {
    /** The id of a form, or a network; empty for the total. */
    id: string;
    bytes: number;
  };

  /** Bytes of files that are not sent. Only triggers write this table. No row: zero. */
  unsent_usage: {
    /** The id of a form, or a network; empty for the total. */
    id: string;
    bytes: number;
  };
}
