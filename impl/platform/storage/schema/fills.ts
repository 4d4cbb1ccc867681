import type { Generated } from "kysely";

/** Forms that are being filled in, their files, and how many bytes of both are not sent. */
export interface FillTables {
  /** A form that a respondent has begun: the answers so far, of all pages. */
  fills: {
    id: string;
    form_id: string;
    /** The version that the respondent answers, also if the form is edited meanwhile. */
    form_version: number;
    /** JSON of `Given`, unchecked. */
    given: string;
    /** The response, once it is sent: sending it twice makes one response. */
    response_id: string | null;
    updated_at: string;
    /** 1: files were removed because the form was left alone, and the respondent does not know it yet. */
    lost_files: Generated<number>;
    /** Of the client that stored answers last. It is forgotten when the form is sent. */
    network: string | null;
  };

  /** Uploaded files. They belong to a fill until it is submitted, then to the response. */
  files: {
    id: string;
    fill_id: string | null;
    response_id: string | null;
    field_id: string;
    /** In the order of upload. */
    position: number;
    /** As uploaded, made harmless. */
    name: string;
    size_bytes: number;
    /** As proven by the content. */
    content_type: string;
    /** Where the bytes are, see `FileStore`. */
    storage_key: string;
    created_at: string;
    /** Of the client, until the form is sent. */
    network: string | null;
  };

  /** Bytes of answers that are not sent. Kept by triggers: nothing else writes it. No row: none. */
  unsent_answer_usage: {
    /** Of a form, or a network; empty for all. */
    id: string;
    bytes: number;
  };

  /** Bytes of files that are not sent. Kept by triggers: nothing else writes it. No row: none. */
  unsent_usage: {
    /** Of a form, or a network; empty for all. */
    id: string;
    bytes: number;
  };
}
