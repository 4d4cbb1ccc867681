/** Converts offsets in a text to lines and columns. */
import type { Place } from "../diagnostics/diagnostic.ts";

/** Turns offsets in a text into a line and a column. */
export type PlaceOf = (start: number, end: number) => Place;

/** The places of a file. Its lines are counted at the first call. */
export function indexPlaces({ path, text }: { readonly path: string; readonly text: string }): PlaceOf {
  let lines: readonly number[] | undefined;
  return (start, end) => {
    lines ??= lineStarts(text);
    const offset = Math.min(start, text.length);
    const line = findLine(offset, lines);
    const lineEnd = text.indexOf("\n", start);
    const lastOnLine = lineEnd === -1 ? text.length : lineEnd;
    return {
      file: path,
      line: line + 1,
      column: offset - lines[line]! + 1,
      length: Math.max(1, Math.min(end, lastOnLine) - start),
    };
  };
}

/** The place of the first character of a file, also of an empty one. */
export function startOfFile(file: string): Place {
  return { file, line: 1, column: 1, length: 1 };
}

/** The offset at which each line begins. The parser's own list misses lines of some texts that are not YAML. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

function findLine(offset: number, lines: readonly number[]): number {
  let [line, end] = [0, lines.length];
  while (end - line > 1) {
    const middle = (line + end) >> 1;
    if (lines[middle]! <= offset) line = middle;
    else end = middle;
  }
  return line;
}
