/** The small, flat shape of forms, in which models write them: texts in one language, choices as texts, pages as numbers. */
import type { LocalizedText } from "../../../generated/types.ts";

/** A field, with texts in one language, or in the languages of the form. */
export interface FlatField<Text = string, Choice = string> {
  readonly id?: string | undefined;
  readonly type: string;
  readonly label: Text;
  readonly help?: Text | undefined;
  readonly placeholder?: Text | undefined;
  readonly required?: boolean | undefined;
  /** The number of the page, from 1. */
  readonly page?: number | undefined;
  readonly choices?: readonly Choice[] | undefined;
  readonly allow_other?: boolean | undefined;
  readonly shuffle?: boolean | undefined;
  readonly rows?: readonly Choice[] | undefined;
  readonly columns?: readonly Choice[] | undefined;
  readonly multiple?: boolean | undefined;
  readonly min?: number | string | undefined;
  readonly max?: number | string | undefined;
  readonly step?: number | undefined;
  readonly integer?: boolean | undefined;
  readonly unit?: Text | undefined;
  readonly min_label?: Text | undefined;
  readonly max_label?: Text | undefined;
  readonly pattern?: string | undefined;
  readonly pattern_message?: Text | undefined;
  readonly domains?: readonly string[] | undefined;
  readonly blocked_domains?: readonly string[] | undefined;
  readonly country?: string | undefined;
  readonly accept?: readonly string[] | undefined;
  readonly max_files?: number | undefined;
  readonly statement?: Text | undefined;
  readonly link?: string | undefined;
  readonly show_if?: FlatTest | readonly FlatTest[] | undefined;
}

/** A choice in the languages of a form, and the words for its id. */
export interface FlatChoice {
  readonly name: string;
  readonly label: LocalizedText;
  /** How many responses may take it. */
  readonly capacity?: number | undefined;
}

export type LocalizedField = FlatField<LocalizedText, FlatChoice>;

/** Several tests must all hold. */
export interface FlatTest {
  readonly field: string;
  readonly op: string;
  readonly value?: unknown;
}

/** The settings of the form. */
export interface FlatSettings<Text = string> {
  readonly title?: Text | undefined;
  readonly description?: Text | undefined;
  readonly submit_label?: Text | undefined;
  readonly show_progress?: boolean | undefined;
  readonly display?: "one_question" | undefined;
  readonly response_limit?: number | undefined;
  readonly opens_at?: string | undefined;
  readonly closes_at?: string | undefined;
  readonly closed_text?: Text | undefined;
  readonly full_text?: Text | undefined;
  readonly one_response_per_email?: boolean | undefined;
  readonly answer_key?: string | undefined;
  readonly ending_title?: Text | undefined;
  readonly ending_message?: Text | undefined;
  readonly redirect_url?: string | undefined;
}

export interface FlatCalculation {
  readonly id: string;
  readonly label?: string;
  readonly formula: unknown;
}

export interface FlatForm extends FlatSettings {
  readonly title: string;
  readonly language?: string;
  readonly languages?: readonly string[];
  /** Titles of the pages. */
  readonly pages?: readonly string[];
  readonly fields: readonly FlatField[];
  readonly calculations?: readonly FlatCalculation[];
  /** Wishes that the form does not fulfil, in the words of the prompt. */
  readonly left_out?: readonly string[];
}
