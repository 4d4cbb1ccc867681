/** Finds lines that begin with different letters: `a) …`, `b) …`. */

import { endOfLine } from "./lines.ts";
import { trimSpan } from "./span.ts";

/** The letter before a line, with its sign. */
export interface Letter {
  readonly length: number;
  readonly isFirst: boolean;
  /** Whether the line with the letter before it, or after it, is next to this one. */
  readonly followsNeighbor: boolean;
  readonly precedesNeighbor: boolean;
}

interface LetteredLine {
  readonly from: number;
  readonly length: number;
  /** The number of the line, not counting blank lines. */
  readonly row: number;
  readonly code: number;
  /** `a.` and `a)` are letters of two lists. */
  readonly style: string;
}

const LETTER = /^(\(?)(\p{L})([.)])\s/u;
/** The longest letter with its signs. */
const MOST = 5;
const FIRST = /[aαа]/iu;

/** Letters of lists by where they stand; one letter alone, as in "A. Smith", is none. */
export function lettersIn(source: string): ReadonlyMap<number, Letter> {
  const lines: LetteredLine[] = [];
  let row = 0;
  for (let start = 0; start < source.length; ) {
    const { from, to } = trimSpan(source, { from: start, to: endOfLine(source, start) });
    start = endOfLine(source, start);
    if (to === from) continue;
    const [, opener = "", letter = "", closer = ""] = LETTER.exec(source.slice(from, from + MOST)) ?? [];
    const length = opener.length + letter.length + closer.length;
    if (length > 0) lines.push({ from, length, row, code: letter.codePointAt(0)!, style: opener + closer });
    row++;
  }
  const lists = [...Map.groupBy(lines, ({ style }) => style).values()];
  return new Map(
    lists.flatMap((list) => list.flatMap((line, at) => readLetter(line, list[at - 1], list[at + 1]))),
  );
}

function readLetter(
  line: LetteredLine,
  before: LetteredLine | undefined,
  after: LetteredLine | undefined,
): [number, Letter][] {
  const follows = before !== undefined && before.code + 1 === line.code;
  const precedes = after !== undefined && line.code + 1 === after.code;
  if (!follows && !precedes) return [];
  const letter: Letter = {
    length: line.length,
    isFirst: FIRST.test(String.fromCodePoint(line.code)),
    followsNeighbor: follows && before.row + 1 === line.row,
    precedesNeighbor: precedes && line.row + 1 === after.row,
  };
  return [[line.from, letter]];
}
