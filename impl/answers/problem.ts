/** What can be wrong with an answer, as codes that the pages translate. */
import type { LocalizedText } from "../../generated/types.ts";

/**
 * Why an answer is not accepted: what the page's texts have a message for, with the facts that the message names.
 * Facts are bare: whoever writes the message formats numbers and dates in the language of the respondent.
 */
export type Problem =
  | { readonly code: PlainProblem }
  | { readonly code: "pattern"; readonly message: LocalizedText | undefined }
  | { readonly code: CountProblem; readonly count: number }
  | { readonly code: "number_min" | "number_max" | "number_step"; readonly number: number }
  | { readonly code: "date_min" | "date_max" | "datetime_min" | "datetime_max"; readonly date: string }
  | { readonly code: "time_min" | "time_max"; readonly time: string }
  | { readonly code: "email_domain" | "email_domain_blocked"; readonly domains: readonly string[] }
  | { readonly code: "file_type"; readonly extensions: readonly string[] };

export type PlainProblem =
  | "required"
  | "required_choice"
  | "required_consent"
  | "required_file"
  | "required_signature"
  | "email"
  | "phone"
  | "url"
  | "number"
  | "integer"
  | "date"
  | "time"
  | "datetime"
  | "choice"
  | "other"
  | "ranking"
  | "matrix_rows"
  | "file_content"
  | "file_empty"
  | "invalid";

export type CountProblem =
  | "min_length"
  | "max_length"
  | "min_selections"
  | "max_selections"
  | "max_files"
  /** Counted in minutes until the next one is taken. */
  | "too_many"
  /** Counted in megabytes. */
  | "max_file_size"
  | "files_total";

/** A field is answered, left empty (undefined), or has a problem. */
export type Checked<Answer> = { readonly answer: Answer } | { readonly problem: Problem } | undefined;

export function problem(code: PlainProblem): { readonly problem: Problem } {
  return { problem: { code } };
}
