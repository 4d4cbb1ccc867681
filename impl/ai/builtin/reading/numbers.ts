/** Reads numbers: "5", "1.5", "10,000", "three". */
import type { Lexicon } from "./lexicon.ts";
import type { Found } from "./phrases.ts";
import type { Prompt } from "./prompt.ts";

/** @returns the number at a token, in digits or, from one to twelve, in words; a minus before it counts */
export function numberAt(prompt: Prompt, from: number, lexicon: Lexicon): Found<number> | undefined {
  const isNegative = prompt.isMark(from, "-−") && prompt.tokens[from + 1]?.isSpaced === false;
  const at = isNegative ? from + 1 : from;
  const token = prompt.tokens[at];
  if (token?.kind === "number") {
    const value = digits(token.text);
    return { value: isNegative ? -value : value, from, to: at + 1 };
  }
  if (token?.kind !== "word" || isNegative) return undefined;
  const value = lexicon.numbers.get(token.key);
  return value === undefined ? undefined : { value, from, to: at + 1 };
}

/** A comma between groups of three digits separates thousands, any other one decimals. */
function digits(text: string): number {
  if (/^\d{1,3}(,\d{3})+$/.test(text)) return Number(text.replaceAll(",", ""));
  return Number(text.replace(",", "."));
}
