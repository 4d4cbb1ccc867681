/** Computes the costs of tokens and pictures by the operator's price table. */

import type { ModelPrice } from "../platform/config/ai-prices.ts";

export type Prices = ReadonlyMap<string, ModelPrice>;

/** Costs are stored as whole millionths of the currency. */
export const MILLIONTHS = 1_000_000;

/**
 * Computes the cost of a call in millionths of the operator's currency; undefined without a price or without counted tokens. A
 * price for a million tokens is also the price of one token in millionths.
 */
export function computeCost(
  price: ModelPrice | undefined,
  inputTokens: number | undefined,
  outputTokens: number | undefined,
): number | undefined {
  if (price === undefined || "image" in price || inputTokens === undefined || outputTokens === undefined)
    return undefined;
  return Math.round(inputTokens * price.input + outputTokens * price.output);
}

/** Computes the cost of a picture in millionths of the operator's currency; undefined without a price. */
export function imageCost(price: ModelPrice | undefined): number | undefined {
  return price === undefined || !("image" in price) ? undefined : Math.round(price.image * MILLIONTHS);
}
