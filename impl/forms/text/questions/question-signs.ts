/** Finds question marks and colons that end a label, and the words or lists behind them. */
import { type Span, trimSpan } from "../marks/span.ts";
import { findOutside, splitAt } from "../marks/split.ts";
import { asks } from "./question-text.ts";

/** Returns whether a position has a question mark with text behind it. */
export function isAsking(source: string, at: number, end: number): boolean {
  return source.charAt(at) === "?" && at + 1 < end && /\s/.test(source.charAt(at + 1));
}

/** Returns whether a position has a colon with white space, or with the blank of a paper form, behind it. */
export function isColon(source: string, at: number, end: number): boolean {
  const mark = source.charAt(at);
  return (
    (mark === ":" && (at + 1 >= end || /^(?:[\s_…]|\.\.)/.test(source.slice(at + 1, at + 3)))) ||
    mark === "："
  );
}

/** Finds words with capitals behind a label, as on paper: `Sex: Male Female`, `How did you find us? Internet Friends`. */
export function wordsBehindLabel(source: string, label: Span): Span | undefined {
  const sign = findOutside(
    source,
    label,
    (at) => isColon(source, at, label.to) || isAsking(source, at, label.to),
  );
  if (sign === undefined) return undefined;
  const behind = trimSpan(source, { from: sign + 1, to: label.to });
  const words = source.slice(behind.from, behind.to).split(/\s+/);
  return words.length > 1 && words.every((word) => /^[\p{Lu}\p{N}]/u.test(word) && !/[,;:.!?]$/.test(word))
    ? behind
    : undefined;
}

/** Finds a list behind a question: `How often? Daily, weekly, never`. Without a question mark, its commas could belong to a sentence. */
export function listBehindQuestionMark(source: string, label: Span): Span | undefined {
  const mark = findOutside(source, label, (at) => isAsking(source, at, label.to));
  if (mark === undefined || asks(source.slice(label.from, label.to))) return undefined;
  const behind = trimSpan(source, { from: mark + 1, to: label.to });
  const isList = splitAt(source, behind, ";|").length > 1 || splitAt(source, behind, ",/").length > 2;
  return isList ? behind : undefined;
}
