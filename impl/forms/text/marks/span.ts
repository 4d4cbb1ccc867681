/** Parts of a form text by their positions. */

const SPACE = /\s/;

/** Offsets in the text, in UTF-16 code units; `to` is the end, not included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Returns the span without white space at its ends. */
export function trimSpan(source: string, { from, to }: Span): Span {
  let start = from;
  let end = to;
  while (start < end && SPACE.test(source.charAt(start))) start++;
  while (end > start && SPACE.test(source.charAt(end - 1))) end--;
  return { from: start, to: end };
}
