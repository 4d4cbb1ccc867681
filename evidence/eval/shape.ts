/**
 * Tells lists from prose by their shape alone, in any language. A list is lines, bullets, a table, or short items between commas or
 * semicolons, and these hold most of its words. Everything else is prose: sentences that have to be understood to find the fields.
 */

/** An item of a list has few words, not counting text in brackets after it. */
const MOST_WORDS_IN_ITEM = 9;

/** On average, items are shorter still. */
const MEAN_WORDS_IN_ITEM = 5;

/** Fewer items make no list. */
const FEWEST_ITEMS = 3;

/** The part of all words that is in the list. */
const LEAST_SHARE = 0.5;

export type Shape = "list" | "prose";

export function findShape(prompt: string): Shape {
  const text = withoutAsides(prompt);
  const lines = text.split("\n").filter((line) => words(line) > 0);
  return isInLines(lines) || lines.some((line) => isInCommas(line, words(text))) ? "list" : "prose";
}

/** Removes text in brackets or quotes, which belongs to its item at any length: `size (S, M, L)`, `"How was it?"`. */
function withoutAsides(prompt: string): string {
  return prompt.replace(/\([^()\n]*\)|\[[^[\]\n]*\]/g, "").replace(/["“„«][^"“”„«»\n]*["”“»]/g, " quoted ");
}

const MARKED = /^\s*(?:[-*•–+#>|□☐✓]|\d{1,2}\s*[.):]|[a-z][.)]\s)/iu;

/** Lines with a bullet, a number, a bar or a heading's mark, and short ones, are items unless they end as sentences do. */
function isInLines(lines: readonly string[]): boolean {
  const items = lines.filter(
    (line) => MARKED.test(line) || (words(head(line)) <= MOST_WORDS_IN_ITEM && !/[.!]\s*$/.test(line)),
  );
  return items.length >= FEWEST_ITEMS && sum(items) >= LEAST_SHARE * sum(lines);
}

/** Returns the name that a line begins with, without the details after it: `Size: S, M or L`, `Full name - short text`. */
function head(line: string): string {
  return line.split(/\s*[:;,]\s|\s[-–—]\s/)[0] ?? line;
}

/** Tells whether a prompt lists short items between commas, after a colon or a dash, or in its only sentence. */
function isInCommas(line: string, all: number): boolean {
  return line.split(/(?<=\p{L}{3}[.!])\s+(?=\p{Lu})/u).some((sentence) => {
    const behind = sentence.split(/(?::|\s[-–—])\s(.*)/s)[1];
    return [behind, words(sentence) === all ? sentence : undefined].some(
      (list) => list !== undefined && isOfItems(list) && words(list) >= LEAST_SHARE * all,
    );
  });
}

function isOfItems(list: string): boolean {
  const items = list.split(/[,;|☐•]|\s[-–/+*]\s|(?:^|\s)\d{1,2}[.)]\s/).filter((item) => words(item) > 0);
  return (
    items.length >= FEWEST_ITEMS &&
    items.every((item) => words(item) <= MOST_WORDS_IN_ITEM) &&
    sum(items) <= MEAN_WORDS_IN_ITEM * items.length
  );
}

function words(text: string): number {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0;
}

function sum(texts: readonly string[]): number {
  return texts.reduce((total, text) => total + words(text), 0);
}
