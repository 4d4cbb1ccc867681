import type { Calculation } from "../../generated/types.ts";

/** What the browser needs to keep answers and results in texts up to date. */
export interface LiveMentions {
  /** How numbers and dates are written. */
  readonly locale: string;
  /** Those that answers of this page change; what other answers have settled is a number in them. */
  readonly calculations: readonly Calculation[];
  /** Id of a calculation -> digits after the point; missing: as many as there are. */
  readonly digits: Readonly<Record<string, number | undefined>>;
}
