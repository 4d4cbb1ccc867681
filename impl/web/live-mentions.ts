import type { CompiledCalculation } from "../forms/answers/open-calculations.ts";
import type { Digits } from "../texts/number.ts";

/** The data that the browser needs to update mentions of answers and results. */
export interface LiveMentions {
  /** The locale for numbers and dates. */
  readonly locale: string;
  /**
   * The calculations that answers of this page can change. Parts that depend on other answers are replaced by their
   * values.
   */
  readonly calculations: readonly CompiledCalculation[];
  /** The number of digits, by id; missing: all digits. */
  readonly digits: Readonly<Record<string, Digits | undefined>>;
}
