/** Parts a form text into lines. */

import { readQuotation } from "./quotes.ts";
import type { Span } from "./span.ts";

export type LineKind =
  | "blank"
  | "comment"
  | "request"
  | "title"
  | "description"
  | "page"
  | "section"
  | "question"
  | "choice"
  | "help"
  | "note"
  | "table"
  | "setting"
  | "separator";

/** A line with its end; a text in two quotes or more may go over several. */
export function logicalLine(source: string, from: number): Span {
  let end = endOfLine(source, from);
  for (let at = from; at < end; at++) {
    const isStart = at === from || /[\s([,;:|/=>]/.test(source.charAt(at - 1));
    const quoted = isStart ? readQuotation(source, at, end) : undefined;
    if (!quoted) continue;
    at = quoted.to - 1;
    if (quoted.to > end) end = endOfLine(source, quoted.to);
  }
  return { from, to: end };
}

/** Behind the line end. */
export function endOfLine(source: string, from: number): number {
  for (let at = from; at < source.length; at++) {
    const character = source[at];
    if (character === "\n") return at + 1;
    if (character === "\r") return source[at + 1] === "\n" ? at + 2 : at + 1;
  }
  return source.length;
}
