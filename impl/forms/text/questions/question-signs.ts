import { type Span, trimSpan } from "../marks/ink.ts";
import { findOutside, splitAt } from "../marks/split.ts";
import { asks } from "./question-text.ts";

/** A question mark with something behind it. */
export function isAsking(source: string, at: number, end: number): boolean {
  return source.charAt(at) === "?" && at + 1 < end && /\s/.test(source.charAt(at + 1));
}

export function isColon(source: string, at: number, end: number): boolean {
  const mark = source.charAt(at);
  return (mark === ":" && (at + 1 >= end || /\s/.test(source.charAt(at + 1)))) || mark === "：";
}

/** `How often? Daily, weekly, never`: without the question mark, the commas could belong to a sentence. */
export function listBehindQuestionMark(source: string, label: Span): Span | undefined {
  const mark = findOutside(source, label, (at) => isAsking(source, at, label.to));
  if (mark === undefined || asks(source.slice(label.from, label.to))) return undefined;
  const behind = trimSpan(source, { from: mark + 1, to: label.to });
  const isList = splitAt(source, behind, ";|").length > 1 || splitAt(source, behind, ",/").length > 2;
  return isList ? behind : undefined;
}
