/** What tokens and pictures cost, by the operator's price table. */

import type { ModelPrice } from "../platform/config/ai-prices.ts";

export type Prices = ReadonlyMap<string, ModelPrice>;

/** Costs are stored as whole millionths of the currency. */
export const MILLIONTHS = 1_000_000;

/**
 * What a call cost, in millionths of the operator's currency; undefined without a price or without counted tokens. A price a
 * million tokens is at the same time one in millionths a token.
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

/** What a picture cost, in millionths of the operator's currency; undefined without a price. */
export function imageCost(price: ModelPrice | undefined): number | undefined {
  return price === undefined || !("image" in price) ? undefined : Math.round(price.image * MILLIONTHS);
}
