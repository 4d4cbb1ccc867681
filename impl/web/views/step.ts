/** One page of a form with its place among the others: what the views show of it. */
import type { Condition, FormField, FormPage } from "../../../generated/types.ts";

/** A field of a page as it is shown. */
export interface ShownField {
  readonly field: FormField;
  /** What decides about it while the page is filled in; undefined: it stays. */
  readonly condition: Condition | undefined;
}

/** One page of the form on its way: where it stands, and what is on it. */
export interface Step {
  /** Undefined: only the respondent's address is left to ask for. */
  readonly page: FormPage | undefined;
  readonly fields: readonly ShownField[];
  /** Counted from 1, among the pages that the answers so far lead through. */
  readonly number: number;
  readonly count: number;
  readonly isFirst: boolean;
  /** Nothing can follow, whatever is answered here: from here the form is sent. */
  readonly isLast: boolean;
  readonly asksAddress: boolean;
}
