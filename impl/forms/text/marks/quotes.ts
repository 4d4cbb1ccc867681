/** Quoted texts: what stands between quotes is a text as it is, whatever marks are in it. */
import { limits } from "../../../../generated/limits.ts";
import { boundedCache } from "../../../platform/bounded-cache.ts";
import { getCached } from "../../../platform/cache.ts";
import type { Span } from "./span.ts";

/** Whatever a text begins and ends with, one of the three can stand around it. */
const STYLES: readonly (readonly [open: string, close: string])[] = [
  ['"', '"'],
  ["“", "”"],
  ["‹", "›"],
];

export interface Quoted {
  /** The text between the quotes. */
  readonly inner: Span;
  /** Behind the closing quotes. */
  readonly to: number;
}

/** Code units of a text, so that quotes that nothing closes cost little. */
const MOST = 2 * limits.localized_text_length.max;

/** Characters that may stand behind a closing quote, so that a quote within a text is not taken for one around it. */
const BEHIND = /^(?:[\s()[\],;:|*/]|$)/;

/** The positions of the quotes that may close a text, from left to right, by the quote and the number of them. */
type ClosingQuotes = ReadonlyMap<string, readonly number[]>;

/** For the latest texts, by their lengths: labels of a text are read as texts of their own between its lines. */
const recentTexts = boundedCache<ClosingQuotes>(400_000);

/**
 * A quoted text at a place: `"…"` on one line, `""…""` (as many quotes as one likes, but two at least) over several.
 * Within, fewer quotes may stand beside each other than around it.
 */
export function readQuotation(source: string, from: number, lineEnd: number): Quoted | undefined {
  const style = STYLES.find(([open]) => source.startsWith(open, from));
  if (style === undefined) return undefined;
  const [open, close] = style;
  const start = endOfRun(source, open, from);
  const length = start - from;
  const limit = length === 1 ? lineEnd : Math.min(source.length, start + MOST);
  const at = firstFrom(closingQuotes(source).get(`${length}${close}`) ?? [], start);
  return at === undefined || at >= limit ? undefined : { inner: { from: start, to: at }, to: at + length };
}

/** Thousands of quotes that nothing closes must not each look for one to the end of the text, so they are listed once. */
function closingQuotes(source: string): ClosingQuotes {
  const known = recentTexts.get(source);
  if (known) return known;
  const closing = new Map<string, number[]>();
  for (const [, close] of STYLES)
    for (let at = source.indexOf(close); at !== -1; at = source.indexOf(close, at)) {
      const to = endOfRun(source, close, at);
      const isClosing = BEHIND.test(source.slice(to, to + 1));
      if (isClosing) getCached(closing, `${to - at}${close}`, () => []).push(at);
      at = to;
    }
  recentTexts.set(source, closing, source.length);
  return closing;
}

/** Returns the first of ascending positions that is not before another one. */
function firstFrom(positions: readonly number[], from: number): number | undefined {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (positions[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return positions[low];
}

function endOfRun(source: string, quote: string, from: number): number {
  let to = from;
  while (source.startsWith(quote, to)) to += quote.length;
  return to;
}

/** The text between quotes that it does not close by itself. */
export function quote(text: string): string {
  const [open, close] = STYLES.find(([left, right]) => !text.startsWith(left) && !text.endsWith(right))!;
  const runs = [...text.matchAll(new RegExp(`${close}+`, "g"))].map(([run]) => run.length);
  const least = /[\n\r]/.test(text) || text === "" ? 2 : 1;
  let length = least;
  while (runs.includes(length)) length++;
  return open.repeat(length) + text + close.repeat(length);
}
