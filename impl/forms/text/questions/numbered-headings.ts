/** Finds headings that are counted: `1. About you` or `Part 1: About you`, each above questions that are not counted. */
import type { OutlineLine } from "./outline-line.ts";

/** `IV. ` */
const ROMAN = /^([IVX]{1,5})[.)]\s/;
const ROMANS = [
  "I",
  "II",
  "III",
  "IV",
  "V",
  "VI",
  "VII",
  "VIII",
  "IX",
  "X",
  "XI",
  "XII",
  "XIII",
  "XIV",
  "XV",
];
/** `Section 2: `, `Teil 2 – `. */
const COUNTED = /^(\p{L}+)\s+(\d{1,2})\s*[:.–—-]\s/u;
const NUMBER = /(?:^|\s)\(?(\d{1,2})[.)]\s+$/;
/** The longest number with its signs and spaces. */
const MOST = 12;

interface CountedLine {
  readonly line: OutlineLine;
  /** Its place among the lines of questions. */
  readonly at: number;
  readonly count: number;
}

/**
 * Returns the lines that count from 1 on, each apart from the lines above it, and with a question below that does not count.
 * @param isHeading whether nothing in the line itself says that it is a question
 */
export function countedHeadings(
  source: string,
  lines: readonly OutlineLine[],
  isHeading: (line: OutlineLine) => boolean,
): OutlineLine[] {
  const numbered = lines.flatMap((line, at) => toCounted(line, at, readNumber(source, line)));
  const named = lines.flatMap((line, at) => {
    const [, word, count] = COUNTED.exec(line.question.label) ?? [];
    return line.marker.kind === "none" && word !== undefined
      ? toCounted(line, at, count).map((each) => ({ ...each, word: word.toLowerCase() }))
      : [];
  });
  const roman = lines.flatMap((line, at) => {
    const count = ROMANS.indexOf(ROMAN.exec(line.question.label)?.[1] ?? "") + 1;
    return count > 0 ? toCounted(line, at, String(count)) : [];
  });
  const lists = [numbered, roman, ...Map.groupBy(named, ({ word }) => word).values()];
  return lists
    .filter((list) => isOutline(list, isHeading))
    .flatMap((list) => list.map(({ line }) => line).filter(isHeading));
}

function readNumber(source: string, { marker, question }: OutlineLine): string | undefined {
  if (marker.kind !== "number") return undefined;
  const { from } = question.span;
  return NUMBER.exec(source.slice(Math.max(0, from - MOST), from))?.[1];
}

function toCounted(line: OutlineLine, at: number, count: string | undefined): CountedLine[] {
  return count === undefined ? [] : [{ line, at, count: Number(count) }];
}

/** Whether lines count from 1 on, with other questions below each of them that may be a heading. */
function isOutline(list: readonly CountedLine[], isHeading: (line: OutlineLine) => boolean): boolean {
  if (list.filter(({ line }) => isHeading(line)).length < 2) return false;
  return list.every(({ line, at, count }, index) => {
    const next = list[index + 1];
    const isAbove = next === undefined || next.at > at + 1 || !isHeading(line);
    return count === index + 1 && line.isApart && isAbove;
  });
}
