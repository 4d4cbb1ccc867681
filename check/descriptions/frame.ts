/** Shows a place in a text of somebody else: nothing in it reaches a terminal or a page as a command. */

const width = 100;
const mostCharacters = 80;

/** Controls, line ends, characters without width and lone surrogates are written as `\u{200b}`. */
export function escapeText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu, (character) =>
    character === "\n" ? "\\n" : `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** A name of a tool or of an argument, as places show it. */
export function showName(name: string): string {
  const shown = escapeText(name.slice(0, mostCharacters));
  return name.length > mostCharacters ? `${shown}...` : shown;
}

/** The range of a problem in a text, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The place, the text around the problem in one line, and marks under the problem. */
export function drawFrame(place: string, text: string, span: Span): string[] {
  const end = Math.min(span.end, span.start + width);
  const start = Math.max(0, Math.min(span.start, end - width));
  const before = escapeText(text.slice(start, span.start));
  const problem = escapeText(text.slice(span.start, end));
  const after = escapeText(text.slice(end, start + width));
  const head = start > 0 ? "..." : "";
  const tail = start + width < text.length ? "..." : "";
  const marks = `${" ".repeat(head.length + before.length)}${"^".repeat(Math.max(1, problem.length))}`;
  return [place, `  | ${head}${before}${problem}${after}${tail}`, `  | ${marks}`];
}

/** The place, and the beginning of a text that is the problem as a whole. */
export function drawBeginning(place: string, text: string): string[] {
  return drawFrame(place, text, { start: 0, end: 0 }).slice(0, 2);
}
