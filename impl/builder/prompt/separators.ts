/** Writes the separators of lists in one way: "A | B | C" and "A / B / C / D" -> "A; B; C", "Head => A, B" -> "Head: A, B". */
import { enclosed, splitOutside } from "./split.ts";

/** With fewer, bars and slashes stand between choices. */
const MIN_BARS = 3;
const MIN_SLASHES = 5;

const PLURAL_IN_BRACKETS = /(?<=\p{L}{2})\((e?s|e?n|r|er|i)\)/giu;
const ARROW = /^([^,;:()|]{3,60}?) ?(?:=>|->|→|::|>>) ?(?=[^,;]{2,80}[,;])/u;

/** The line with semicolons between its fields. Rows of tables stay as they are. */
export function withSemicolons(line: string): string {
  const plain = line.replace(PLURAL_IN_BRACKETS, "$1").replace(ARROW, "$1: ");
  if (/^\s*\|/.test(plain)) return plain;
  const others = splitOutside(plain, /[,;]/g).length - 1;
  for (const [mark, least] of [
    [" | ", MIN_BARS],
    [" / ", MIN_SLASHES],
  ] as const) {
    const inside = enclosed(plain);
    const found = [...plain.matchAll(new RegExp(mark.replace("|", "\\|"), "gu"))].filter(
      ({ index }) => inside[index] === 0,
    );
    if (found.length >= least && found.length > others) return replaced(plain, found, mark.length);
  }
  return plain;
}

function replaced(text: string, marks: readonly RegExpExecArray[], length: number): string {
  return marks.reduceRight(
    (rest, { index }) => `${rest.slice(0, index)}; ${rest.slice(index + length)}`,
    text,
  );
}
