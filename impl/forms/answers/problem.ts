/** The problems of answers, as codes that the pages translate. */
import type { LocalizedText } from "../../../generated/types.ts";

/**
 * Why an answer is not accepted: a code with a message in the texts of the pages, and the values in that message.
 * Numbers and dates are not formatted yet, because that depends on the language.
 */
export type Problem =
  | { readonly code: PlainProblem }
  /** `country`: that of numbers without a country code, in ISO 3166; undefined: the form has none. */
  | { readonly code: "phone"; readonly country: string | undefined }
  | { readonly code: "pattern"; readonly message: LocalizedText | undefined }
  | { readonly code: CountProblem; readonly count: number }
  | { readonly code: "number_min" | "number_max" | "number_step"; readonly number: number }
  /** The answer can be two numbers; each is written so that it is one. */
  | { readonly code: "two_numbers"; readonly low: string; readonly high: string }
  | { readonly code: "date_min" | "date_max" | "datetime_min" | "datetime_max"; readonly date: string }
  | { readonly code: "time_min" | "time_max"; readonly time: string }
  | { readonly code: "email_domain" | "email_domain_blocked"; readonly domains: readonly string[] }
  | { readonly code: "choice_full"; readonly choice: LocalizedText }
  | { readonly code: "file_type"; readonly extensions: readonly string[] };

export type PlainProblem =
  | "required"
  | "required_choice"
  | "required_consent"
  | "required_file"
  | "required_signature"
  | "email"
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
  | "matrix_rows_or_none"
  | "file_content"
  | "file_empty"
  /** The budget of the form's owner is used up. */
  | "files_full"
  | "invalid";

export type CountProblem =
  | "min_length"
  | "max_length"
  | "min_selections"
  | "max_selections"
  | "max_files"
  /** `count`: minutes until the next file is accepted. */
  | "too_many"
  /** Counted in megabytes. */
  | "max_file_size"
  | "files_total";

/** The result of checking one field: an answer, undefined if it was left empty, or a problem. */
export type Checked<Answer> = { readonly answer: Answer } | { readonly problem: Problem } | undefined;

export function problem(code: PlainProblem): { readonly problem: Problem } {
  return { problem: { code } };
}
