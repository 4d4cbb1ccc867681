/** Quoted texts: what stands between quotes is a text as it is, whatever marks are in it. */
import { limits } from "../../../../generated/limits.ts";
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
  for (let at = source.indexOf(close, start); at !== -1 && at < limit; at = source.indexOf(close, at)) {
    const to = endOfRun(source, close, at);
    if (to - at === length && BEHIND.test(source.slice(to, to + 1)))
      return { inner: { from: start, to: at }, to };
    at = to;
  }
  return undefined;
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
