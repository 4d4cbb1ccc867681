/** A form text after it was read: its lines, and what they are parts of. */
import type { Leaf } from "./marks/coverage.ts";
import type { LineKind } from "./marks/lines.ts";
import type { Problem } from "./marks/problem.ts";
import type { Span } from "./marks/span.ts";
import type { QuestionText } from "./questions/question-text.ts";
import type { SettingText } from "./settings.ts";

/** A line with its line end, or several where a text in quotes or a table goes over them. */
export interface Line extends Span {
  readonly kind: LineKind;
  readonly leaves: readonly Leaf[];
}

export type Element =
  | { readonly kind: "page"; readonly title: string | undefined; readonly span: Span }
  | { readonly kind: "section"; readonly label: string; help?: string }
  | { readonly kind: "note"; readonly label: string; help?: string }
  | { readonly kind: "question"; readonly question: QuestionText };

/** The heading that a line is which was read as a question. */
export function toSection({ label, help }: QuestionText): Element {
  return { kind: "section", label, ...(help !== undefined && { help }) };
}

/** A text that is read, before it is made a form. */
export interface FormDocument {
  readonly source: string;
  readonly lines: readonly Line[];
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly elements: readonly Element[];
  readonly settings: readonly SettingText[];
  readonly problems: readonly Problem[];
  /** Quoted in warnings, as is `unread`. */
  readonly comments: readonly Span[];
  readonly unread: readonly Span[];
  /** Labels of questions whose choices could be something else. */
  readonly lists: readonly Span[];
  /** Headings without a mark. */
  readonly headings: readonly Span[];
}

export interface Quoted {
  readonly kind: "comment" | "unread" | "bracket" | "list" | "heading" | "shown" | "several";
  readonly span: Span;
}
