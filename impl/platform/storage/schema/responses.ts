import type { ColumnType, Generated } from "kysely";
import type { Language, ResponseStatus } from "../../../../generated/types.ts";

/** Responses with their confirmation codes, deleted responses that can be restored, and totals. */
export interface ResponseTables {
  responses: {
    id: string;
    form_id: string;
    /** The version that was answered. */
    form_version: number;
    status: ResponseStatus;
    language: Language;
    /** The respondent's address, normalised. Null: erased. */
    email: string | null;
    /** JSON of `Answers`: fields, hidden fields and calculations by id. `{}` once erased. */
    answers: string;
    submitted_at: string;
    verified_at: string | null;
    /** When an owner marked it as spam, or as not spam; null: never. */
    marked_at: ColumnType<string | null, string | null | undefined, string | null>;
    /** 1: a test response, sent by an editor of the form in its preview. It is verified at once, and no statistic counts it. */
    is_test: Generated<number>;
  };

  /** A view: responses that are neither deleted nor tests. Code that counts or sends responses reads it; lists use `responses/filter.ts`. */
  live_responses: ResponseTables["responses"];

  /** The answers of deleted responses, so a deletion can be undone. Their rows in `responses` are empty, as after an erasure. */
  deleted_responses: {
    response_id: string;
    form_id: string;
    /** Its status before the deletion. */
    status: Exclude<ResponseStatus, "deleted">;
    email: string | null;
    answers: string;
    /** The end of the time in which the deletion can be undone. */
    erase_at: string;
  };

  /** Codes and links that confirm addresses; one row for each response. */
  verifications: {
    response_id: string;
    /** HMAC of response and code, in hex. */
    code_hash: string;
    code_expires_at: string;
    /** How many wrong codes are still allowed. */
    attempts_left: number;
    /** SHA-256 of the secret in the link, in hex. */
    link_hash: string;
    link_expires_at: string;
    /** When the last mail went out. */
    sent_at: string;
  };

  /** Only triggers write this table. Forms without verified responses may have no row. */
  response_totals: {
    form_id: string;
    verified: number;
  };
}
