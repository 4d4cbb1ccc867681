import type { CompiledCalculation } from "../forms/answers/open-calculations.ts";

/** What the browser needs to update mentions of answers and results. */
export interface LiveMentions {
  /** How numbers and dates are written. */
  readonly locale: string;
  /**
   * The calculations that answers of this page can change. Parts that depend on other answers are replaced by their
   * values.
   */
  readonly calculations: readonly CompiledCalculation[];
  /** Id of a calculation -> digits after the point; missing: as many as there are. */
  readonly digits: Readonly<Record<string, number | undefined>>;
}
