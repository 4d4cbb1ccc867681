/** Finds the places of a paper form where people write by hand: `______`, `.......`, `……`, `__/__/____`. */
import { type Span, trimSpan } from "./span.ts";

/** Dots and lines, also with a few signs between that belong to a date, a number or an address. */
const RUN = /[_.…]+(?:[^\S\n]{0,3}[/@–-]?[^\S\n]{0,3}[_.…]+)*/gu;

/** The blanks of a span, from left to right. Three dots are an ellipsis, which is none. */
export function blanksIn(source: string, { from, to }: Span): Span[] {
  return [...source.slice(from, to).matchAll(RUN)].flatMap(({ 0: run, index }) =>
    isBlank(run) ? { from: from + index, to: from + index + run.length } : [],
  );
}

function isBlank(run: string): boolean {
  const count = (sign: string) => run.split(sign).length - 1;
  return count("_") >= 3 || count(".") + 3 * count("…") >= 5;
}

export function endsWithBlank(source: string, span: Span): boolean {
  return blanksIn(source, span).at(-1)?.to === span.to;
}

/** Parts of one line. Each part looks through all of the line behind it. */
const MOST_PARTS = 32;

/** Returns a function that cuts lines behind their blanks, one part after the other. */
export function lineCutter(): (source: string, line: Span) => Span {
  let parts = 0;
  return (source, line) => {
    const part = parts < MOST_PARTS ? cutBehindBlank(source, line) : line;
    parts = part.to < line.to ? parts + 1 : 0;
    return part;
  };
}

/**
 * Returns a line up to its first blank, if something else to fill in stands behind it, as in `Town: ______ Postcode: ______`.
 * Otherwise it is the whole line: dots may lead from a name to its price.
 */
function cutBehindBlank(source: string, line: Span): Span {
  const { from, to } = trimSpan(source, line);
  const [first, ...others] = blanksIn(source, { from, to });
  if (first === undefined || first.to === to) return line;
  const isFilledIn = others.at(-1)?.to === to || source.charAt(to - 1) === ":";
  return isFilledIn && /\p{L}/u.test(source.slice(first.to, to)) ? { from: line.from, to: first.to } : line;
}
