/** Reads the beginning of a line: a number, a letter, a bullet or a box. */
import { boxAt } from "./boxes.ts";
import type { Letter } from "./letters.ts";
import { type Span, trimSpan } from "./span.ts";

export interface Marker {
  readonly kind: "number" | "letter" | "bullet" | "box" | "none";
  /** The beginning of the line without it. */
  readonly from: number;
  readonly indent: number;
  /** A square box takes several ticks. */
  readonly isSquare: boolean;
  readonly letter?: Letter;
}

const BULLET = /[-*•·–—‣◦▪●]/;
/** `1.`, `(1)`, `1.2`, `Q1:`, `B2.1`. */
const NUMBER = /^(?:\(?\d{1,3}[.)]|\p{L}?\d{1,2}(?:\.\d{1,2})+[.):]?|\p{L}\d{1,2}[.):])(?=\s)/u;
/** The longest number with its signs. */
const MOST = 16;

/**
 * Reads the marker of a line. @param span the line without white space at its ends @param letters the letters of the text, by
 * their positions
 */
export function readMarker(
  source: string,
  line: Span,
  span: Span,
  letters: ReadonlyMap<number, Letter>,
): Marker {
  const none: Marker = { kind: "none", from: span.from, indent: span.from - line.from, isSquare: false };
  const box = boxAt(source, span.from);
  if (box && box.to < span.to) return { ...none, kind: "box", from: box.to, isSquare: box.isSquare };
  const [number] = NUMBER.exec(source.slice(span.from, Math.min(span.to, span.from + MOST))) ?? [];
  if (number !== undefined) return { ...none, kind: "number", from: span.from + number.length };
  const letter = letters.get(span.from);
  if (letter) return { ...none, kind: "letter", from: span.from + letter.length, letter };
  const hasText = span.to > span.from + 1 && /\s/.test(source.charAt(span.from + 1));
  if (!hasText || !BULLET.test(source.charAt(span.from))) return none;
  const ticked = boxAt(source, trimSpan(source, { from: span.from + 1, to: span.to }).from);
  return ticked && ticked.to < span.to
    ? { ...none, kind: "box", from: ticked.to, isSquare: ticked.isSquare }
    : { ...none, kind: "bullet", from: span.from + 1 };
}
