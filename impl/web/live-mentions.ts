import type { CompiledCalculation } from "../forms/answers/open-calculations.ts";
import type { Digits } from "../texts/number.ts";

/** What the browser needs to update mentions of answers and results. */
export interface LiveMentions {
  /** How numbers and dates are written. */
  readonly locale: string;
  /**
   * The calculations that answers of this page can change. Parts that depend on other answers are replaced by their
   * values.
   */
  readonly calculations: readonly CompiledCalculation[];
  /** By id; missing: as many as there are. */
  readonly digits: Readonly<Record<string, Digits | undefined>>;
}
