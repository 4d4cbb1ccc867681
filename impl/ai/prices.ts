/** What tokens cost, by the operator's price table. */

/** Price of a million tokens, in the operator's currency. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

export type Prices = ReadonlyMap<string, Price>;

/** Costs are stored as whole millionths of the currency. */
export const MILLIONTHS = 1_000_000;

/**
 * What a call cost, in millionths of the operator's currency; undefined without a price or without counted tokens. A price a
 * million tokens is at the same time one in millionths a token.
 */
export function costOf(
  price: Price | undefined,
  inputTokens: number | undefined,
  outputTokens: number | undefined,
): number | undefined {
  if (price === undefined || inputTokens === undefined || outputTokens === undefined) return undefined;
  return Math.round(inputTokens * price.input + outputTokens * price.output);
}
