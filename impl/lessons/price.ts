/** Computes the price of a lesson. */
import type { QuoteItem } from "../../generated/types.ts";
import type { LessonRequest } from "./writer.ts";

/** The parts of a request that determine the price. */
export type LessonInput = Pick<LessonRequest, "prompt" | "languages" | "illustrationCount">;

/** Grows with every change of the prices below. A quote keeps its price. */
export const PRICE_VERSION = 1;

/** Characters of a prompt that are priced as one unit of text. Longer prompts ask for longer lessons. */
const CHARACTERS_PER_UNIT = 2_000;
const TEXT_CREDITS = 10;
/** The price of a unit of text in each language but the first. */
const TRANSLATION_CREDITS = 4;
const ILLUSTRATION_CREDITS = 5;

/** Credits of each part of a short lesson. */
export const creditsEach: Readonly<Record<QuoteItem["item"], number>> = {
  text: TEXT_CREDITS,
  translation: TRANSLATION_CREDITS,
  illustration: ILLUSTRATION_CREDITS,
};

/** The parts of the price; parts that the lesson does not have are left out. */
export function priceBreakdown({ prompt, languages, illustrationCount }: LessonInput): QuoteItem[] {
  // Code points, as the limit of the prompt counts them.
  const units = Math.ceil([...prompt].length / CHARACTERS_PER_UNIT);
  return [
    quoteItem("text", units, TEXT_CREDITS),
    quoteItem("translation", languages.length - 1, units * TRANSLATION_CREDITS),
    quoteItem("illustration", illustrationCount, ILLUSTRATION_CREDITS),
  ].filter(({ quantity }) => quantity > 0);
}

function quoteItem(item: QuoteItem["item"], quantity: number, credits_each: number): QuoteItem {
  return { item, quantity, credits_each, credits: quantity * credits_each };
}
