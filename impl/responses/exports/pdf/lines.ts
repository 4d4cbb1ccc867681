/** Breaks texts into lines of a width. */
import type { Face } from "./fonts.ts";

/** A part of a line in one font. */
export interface Run {
  readonly text: string;
  readonly face: Face;
}

export type Line = readonly Run[];

export interface LineOptions {
  /** In points. */
  readonly width: number;
  /** Returns a character with its font, or a replacement. */
  runOf(character: string): Run;
  /** Returns the width of a run in points. */
  measure(run: Run): number;
}

/**
 * A piece of text that is kept in one line if it fits: spaces, a character of a script without spaces with the punctuation that
 * follows it, or a word up to its hyphen.
 */
const PIECE =
  /\s+|[\p{Ideographic}\p{sc=Hiragana}\p{sc=Katakana}][\p{Po}\p{Pe}\p{Pf}ー]*|[^\s\p{Ideographic}\p{sc=Hiragana}\p{sc=Katakana}]+?(?:(?<=\p{L})[-–/]|(?=[\s\p{Ideographic}\p{sc=Hiragana}\p{sc=Katakana}]|$))/gu;

/** The longest piece that is measured as one; longer ones are no words. */
const MAX_PIECE = 200;
const LONG_PIECE = new RegExp(`[^]{1,${MAX_PIECE}}`, "gu");

/** The most characters of a line. Marks above letters have no width, so a line could have any number of them. */
const MAX_LINE = 400;

/** Breaks one paragraph, a text without line breaks. A paragraph without visible characters is one empty line. */
export function* breakLines(text: string, options: LineOptions): Generator<Line> {
  let line: Part = { runs: [], width: 0, length: 0 };
  for (const piece of pieces(text)) {
    for (const part of fit(piece, options)) {
      const isWide = line.width + part.width > options.width || line.length + part.length > MAX_LINE;
      if (isWide && line.length > 0) {
        yield trimEnd(line.runs);
        line = { runs: [], width: 0, length: 0 };
      }
      // No line begins with the spaces that it was broken at.
      if (line.length === 0 && piece.trim() === "") continue;
      line = {
        runs: part.runs.reduce(append, [...line.runs]),
        width: line.width + part.width,
        length: line.length + part.length,
      };
    }
  }
  yield trimEnd(line.runs);
}

function* pieces(text: string): Generator<string> {
  for (const [piece] of text.matchAll(PIECE))
    if (piece.length <= MAX_PIECE) yield piece;
    else yield* piece.match(LONG_PIECE) ?? [];
}

interface Part {
  readonly runs: readonly Run[];
  readonly width: number;
  readonly length: number;
}

/** Yields a piece as one part, or its characters if it is wider than a line. */
function* fit(piece: string, options: LineOptions): Generator<Part> {
  const runs = [...piece].map(options.runOf).reduce(append, []);
  const width = runs.reduce((sum, run) => sum + options.measure(run), 0);
  if (width <= options.width) yield { runs, width, length: piece.length };
  else
    for (const character of piece) {
      const run = options.runOf(character);
      yield { runs: [run], width: options.measure(run), length: 1 };
    }
}

/** Adds a run, as a part of the last one if both have the same font. */
function append(runs: Run[], run: Run): Run[] {
  const last = runs.at(-1);
  if (last?.face === run.face) runs[runs.length - 1] = { ...last, text: last.text + run.text };
  else runs.push(run);
  return runs;
}

function trimEnd(runs: readonly Run[]): Line {
  const last = runs.at(-1);
  if (last === undefined) return [];
  const text = last.text.trimEnd();
  return text === "" ? trimEnd(runs.slice(0, -1)) : [...runs.slice(0, -1), { ...last, text }];
}
