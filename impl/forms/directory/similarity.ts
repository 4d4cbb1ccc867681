/** Scores how well the title of a form fits a name that a caller has written. */
import { editDistance } from "@toolwright/runtime/edit-distance";
import { getCached } from "../../platform/cache.ts";

/** Words with a lower similarity do not match. */
const MIN_SIMILARITY = 0.5;
/** A wrong word in the name counts more than a word of the title that the name leaves out. */
const NAME_WEIGHT = 0.85;
/** The maximum cost of words in another order. */
const ORDER_COST = 0.02;
/** The score of two titles that differ only in blanks. */
const SAME_BUT_BLANKS = 0.97;
const MAX_INEXACT = 0.999;
const MAX_JOINED = 8;

interface Pair {
  readonly left: number;
  readonly right: number;
  readonly score: number;
}

/** Returns how similar each word of a name is to a word of a title, from 0 to 1. */
export type CompareWords = (other: string) => readonly number[];

/**
 * Returns how well a title fits a name, from 0 (nothing in common) to 1 (equal). Each word is paired with the most similar word, and
 * longer words count more.
 * @param compareWords the result of `compareWith(name)`, which all titles that are compared with the name share
 */
export function similarity(
  name: readonly string[],
  title: readonly string[],
  compareWords: CompareWords = compareWith(name),
): number {
  if (name.join(" ") === title.join(" ")) return 1;
  const pairs = pairUp(title, compareWords);
  const [nameText, titleText] = [name.join(""), title.join("")];
  let nameShare = 0;
  let titleShare = 0;
  for (const { left, right, score } of pairs) {
    nameShare += (score * name[left]!.length) / nameText.length;
    titleShare += (score * title[right]!.length) / titleText.length;
  }
  const matched = NAME_WEIGHT * nameShare ** 2 + (1 - NAME_WEIGHT) * titleShare;
  const byWords = matched * (1 - ORDER_COST * orderDifference(pairs));
  const byLetters = name.length === title.length ? 0 : letterSimilarity(nameText, titleText);
  return Math.min(MAX_INEXACT, Math.max(byWords, byLetters));
}

/** Two neighbours of a list as one word, each pair in turn: `hand over` is `handover`. None for long lists, whose comparison is slow. */
export function joinNeighbours(words: readonly string[]): (readonly string[])[] {
  if (words.length > MAX_JOINED) return [];
  return words.slice(1).map((word, at) => [...words.slice(0, at), words[at]! + word, ...words.slice(at + 2)]);
}

/**
 * Returns the best similarity of a name and a title, where neighbours of either may be written as one word.
 * @param names the name, then the ways to join its words, each with what compares it
 */
export function bestSimilarity(
  [name, ...joined]: readonly (readonly [words: readonly string[], compareWords: CompareWords])[],
  title: readonly string[],
): number {
  if (name === undefined) return 0;
  const others = [
    ...joined.map(([words, compareWords]) => similarity(words, title, compareWords)),
    ...joinNeighbours(title).map((words) => similarity(name[0], words, name[1])),
  ];
  return Math.max(similarity(name[0], title, name[1]), ...others.map((score) => score * SAME_BUT_BLANKS));
}

/** The most alike find each other first. */
function pairUp(right: readonly string[], compareWords: CompareWords): Pair[] {
  const possible: Pair[] = [];
  right.forEach((other, rightAt) => {
    const scores = compareWords(other);
    // A loop by index: titles of hundreds of short words make this the hot path.
    for (let leftAt = 0; leftAt < scores.length; leftAt += 1) {
      const score = scores[leftAt]!;
      if (score >= MIN_SIMILARITY) possible.push({ left: leftAt, right: rightAt, score });
    }
  });
  possible.sort(
    (a, b) =>
      b.score - a.score ||
      Math.abs(a.left - a.right) - Math.abs(b.left - b.right) ||
      a.left - b.left ||
      a.right - b.right,
  );
  const [leftTaken, rightTaken] = [new Set<number>(), new Set<number>()];
  return possible.filter((pair) => {
    if (leftTaken.has(pair.left) || rightTaken.has(pair.right)) return false;
    leftTaken.add(pair.left);
    rightTaken.add(pair.right);
    return true;
  });
}

/** How many matched words are in another order, as a share from 0 to 1. */
function orderDifference(pairs: readonly Pair[]): number {
  if (pairs.length < 2) return 0;
  let swapped = 0;
  pairs.forEach((one, index) => {
    for (const other of pairs.slice(index + 1)) {
      if (Math.sign(one.left - other.left) !== Math.sign(one.right - other.right)) swapped += 1;
    }
  });
  return swapped / ((pairs.length * (pairs.length - 1)) / 2);
}

/** Compares titles without spaces: `signup` and `sign up`. Beyond this difference in length, they differ in more than spaces. */
function letterSimilarity(name: string, title: string): number {
  const longest = Math.max(name.length, title.length);
  return Math.abs(name.length - title.length) > 2
    ? 0
    : SAME_BUT_BLANKS * (1 - editDistance(name, title) / longest);
}

/** Compares each different word of titles with the name once: titles share many words. */
export function compareWith(name: readonly string[]): CompareWords {
  const cache = new Map<string, readonly number[]>();
  return (other) => getCached(cache, other, () => name.map((word) => wordSimilarity(word, other)));
}

/** The beginning of a word counts as the whole word, and the end of a compound nearly so. */
function wordSimilarity(word: string, other: string): number {
  if (word === other) return 1;
  const [short, long] = word.length <= other.length ? [word, other] : [other, word];
  const lengths = short.length / long.length;
  const isPart = long.startsWith(short) ? short.length >= 3 : short.length >= 4 && long.endsWith(short);
  const begun = isPart ? (1 + lengths) / 2 : 0;
  return lengths < MIN_SIMILARITY ? begun : Math.max(begun, 1 - editDistance(word, other) / long.length);
}
