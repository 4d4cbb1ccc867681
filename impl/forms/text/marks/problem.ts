/** Reasons to refuse a form text, each with its place. */
import type { Span } from "./span.ts";

export type ProblemCode =
  /** A list of choices with a word of the notation among them: `Size: S, M, required`. */
  | "choice_is_word"
  /** `1,5, 2,5`: where a choice ends is not clear. */
  | "commas_unclear"
  /** `tea, coffee or juice` could be two choices or three. */
  | "or_unclear"
  /** Two choices, rows or columns have one text. */
  | "choices_alike"
  /** Lines with `-` below a line that does not say whether they are its choices or questions. */
  | "choices_or_questions"
  /** The type needs choices, and there are none. */
  | "choices_missing"
  /** A table below something that is no question, or without rows. */
  | "table_unclear"
  /** The smaller number stands behind the greater one. */
  | "range_reversed"
  /** Two types in one question. */
  | "types_differ"
  /** A detail that questions of the type do not have. */
  | "detail_misplaced"
  /** Words of the notation in brackets that are only partly read. */
  | "details_unread"
  /** Words of the notation behind a label, without a bracket: `Age at least 18`. */
  | "details_outside"
  /** The text behind the colon is neither choices nor details. */
  | "list_unread"
  /** A setting that is not known, whose value is not, or that stands there twice. */
  | "setting_unread"
  /** Lines below a question that may be its choices. */
  | "choices_unmarked"
  /** `a) Lyon b) Paris` in one line. */
  | "letters_in_line"
  /** A mark behind a text that tells the right answer: `Paris (correct)`. */
  | "answer_marked"
  /** A line that has no number, or none of the words, that the others have. */
  | "line_unlike"
  /** The text has no question. */
  | "no_questions"
  /** Longer than a form allows. */
  | "too_long"
  /** Not read in time. */
  | "too_slow";

export interface Problem {
  readonly code: ProblemCode;
  readonly span: Span;
  /** The type of the question, where that is the reason. */
  readonly type?: string;
  /** Id of the question that it is in or below; absent for settings. */
  readonly field?: string;
}
