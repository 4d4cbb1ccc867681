/** Finds the name that a caller probably meant. */
import { editDistance } from "./edit-distance.ts";

const maxLength = 64;

/**
 * Returns the candidate closest to `name`, if one is close enough: equal except for case and separators, or, apart from shared
 * words, with at most one typo in three letters (Damerau-Levenshtein distance with adjacent transpositions).
 */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const [letters, folded] = foldedParts(name, candidate);
    const distance = folded === letters ? 0 : foldedDistance(letters, folded);
    const length = Math.max(letters.length, folded.length);
    const isClose = distance <= Math.max(1, Math.floor(length / 3)) && distance < length;
    if (isClose && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

function foldedParts(name: string, candidate: string): [string, string] {
  if (fold(name) === fold(candidate)) return [fold(name), fold(candidate)];
  const [letters, folded] = withoutSharedWords(name.toLowerCase(), candidate.toLowerCase());
  return [fold(letters), fold(folded)];
}

/** Removes the words that two names share at their start and end. Words end at a separator. */
export function withoutSharedWords(one: string, other: string): [string, string] {
  const separator = /[\s_.:/-]/;
  const [first, second] = [one.split(separator), other.split(separator)];
  const isShared = (index: number) => first.at(index) !== undefined && first.at(index) === second.at(index);
  const most = Math.min(first.length, second.length) - 1;
  let start = 0;
  while (start < most && isShared(start)) start++;
  let end = 0;
  while (end < most - start && isShared(-1 - end)) end++;
  const rest = (words: readonly string[]) => words.slice(start, words.length - end).join("_");
  return [rest(first), rest(second)];
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]/g, "");
}

function foldedDistance(letters: string, folded: string): number {
  const isFar = Math.abs(letters.length - folded.length) > maxLength;
  return isFar ? Number.POSITIVE_INFINITY : editDistance(letters, folded);
}
