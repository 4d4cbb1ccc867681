/** The small, flat shape in which models write forms: texts in one language, choices as texts, pages as numbers. */

export interface FlatField {
  readonly id?: string;
  readonly type: string;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  /** From 1. */
  readonly page?: number;
  readonly choices?: readonly string[];
  readonly allow_other?: boolean;
  readonly shuffle?: boolean;
  readonly rows?: readonly string[];
  readonly columns?: readonly string[];
  readonly multiple?: boolean;
  readonly min?: number | string;
  readonly max?: number | string;
  readonly step?: number;
  readonly integer?: boolean;
  readonly unit?: string;
  readonly min_label?: string;
  readonly max_label?: string;
  readonly pattern?: string;
  readonly pattern_message?: string;
  readonly domains?: readonly string[];
  readonly country?: string;
  readonly accept?: readonly string[];
  readonly max_files?: number;
  readonly statement?: string;
  readonly link?: string;
  readonly show_if?: FlatTest | readonly FlatTest[];
}

/** Several tests must all hold. */
export interface FlatTest {
  readonly field: string;
  readonly op: string;
  readonly value?: unknown;
}

/** What belongs to the form as a whole. */
export interface FlatSettings {
  readonly title?: string;
  readonly description?: string;
  readonly submit_label?: string;
  readonly response_limit?: number;
  readonly closes_at?: string;
  readonly one_response_per_email?: boolean;
  readonly ending_title?: string;
  readonly ending_message?: string;
  readonly redirect_url?: string;
}

export interface FlatCalculation {
  readonly id: string;
  readonly label?: string;
  readonly expression: unknown;
}

export interface FlatForm extends FlatSettings {
  readonly title: string;
  readonly language?: string;
  readonly languages?: readonly string[];
  /** Titles of the pages. */
  readonly pages?: readonly string[];
  readonly fields: readonly FlatField[];
  readonly calculations?: readonly FlatCalculation[];
  /** What was asked for and is not in the form, in the words of the prompt. */
  readonly left_out?: readonly string[];
}

export const FIELD_TYPES: readonly string[] = [
  "short_text",
  "long_text",
  "email",
  "phone",
  "url",
  "number",
  "date",
  "time",
  "datetime",
  "single_choice",
  "dropdown",
  "multiple_choice",
  "yes_no",
  "consent",
  "rating",
  "scale",
  "nps",
  "ranking",
  "matrix",
  "file_upload",
  "signature",
  "statement",
  "section",
];
