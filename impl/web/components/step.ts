/** The step of a form that a page shows. */
import type { FormField, FormPage } from "../../../generated/types.ts";
import type { Predicate } from "../../forms/answers/expression.ts";

/** A field that the page shows, or may show. */
export interface ShownField {
  readonly field: FormField;
  /** The condition that depends on other answers on the page; undefined: the field is always shown. */
  readonly condition: Predicate | undefined;
  /** If one page shows all questions: the page of the form that begins with this field. */
  readonly begins?: FormPage | undefined;
}

/** One page of the form, its fields and its place among the other pages. */
export interface Step {
  /** Undefined: the step only asks for the respondent's address. */
  readonly page: FormPage | undefined;
  readonly fields: readonly ShownField[];
  /** Counted from 1, among the pages that the answers so far show. */
  readonly number: number;
  readonly count: number;
  readonly isFirst: boolean;
  /** No page can follow, so this page sends the form. */
  readonly isLast: boolean;
  readonly asksAddress: boolean;
  /** A script shows one question at a time. */
  readonly isStepped: boolean;
}
