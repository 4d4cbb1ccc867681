/** Splits a list at its separators, those in brackets and quotes left out. */

import { readQuotation } from "./quotes.ts";
import type { Span } from "./span.ts";

const OPEN = "([{";
const CLOSE = ")]}";

/**
 * The parts between separators. A comma between two digits (`1,5`) separates nothing.
 * @param separators one character each
 */
export function splitAt(source: string, { from, to }: Span, separators: string): Span[] {
  const parts: Span[] = [];
  let start = from;
  for (const { at, depth } of outside(source, { from, to })) {
    const isSeparator = depth === 0 && separators.includes(source.charAt(at));
    if (!isSeparator || isWithinNumber(source, at)) continue;
    parts.push({ from: start, to: at });
    start = at + 1;
  }
  return [...parts, { from: start, to }];
}

/** The first such character outside brackets and quotes. */
export function findOutside(
  source: string,
  span: Span,
  isWanted: (at: number) => boolean,
): number | undefined {
  for (const { at, depth } of outside(source, span)) if (depth === 0 && isWanted(at)) return at;
  return undefined;
}

/** Characters outside quotes, each with the number of brackets around it. */
export function* outside(source: string, { from, to }: Span): Generator<{ at: number; depth: number }> {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const isStart = at === from || /[\s([,;:|/=]/.test(source.charAt(at - 1));
    const quoted = isStart ? readQuotation(source, at, to) : undefined;
    if (quoted && quoted.to <= to) {
      at = quoted.to - 1;
      continue;
    }
    const character = source.charAt(at);
    if (CLOSE.includes(character) && depth > 0) depth--;
    yield { at, depth };
    if (OPEN.includes(character)) depth++;
  }
}

function isWithinNumber(source: string, at: number): boolean {
  const isDigit = (character: string) => character >= "0" && character <= "9" && character !== "";
  return source.charAt(at) === "," && isDigit(source.charAt(at - 1)) && isDigit(source.charAt(at + 1));
}
