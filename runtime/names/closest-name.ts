/** Finds the name that a caller probably meant. */
import { editDistance } from "./edit-distance.ts";

const maxLength = 64;

/**
 * The candidate closest to `name`, if one is close enough: equal but for case and separators, or with at most one typo in
 * three letters (Damerau-Levenshtein distance with adjacent transpositions).
 */
export function closestName(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > maxLength) return undefined;
  const letters = fold(name);
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const folded = fold(candidate);
    const distance = folded === letters ? 0 : foldedDistance(letters, folded);
    const length = Math.max(letters.length, folded.length);
    const isClose = distance <= Math.max(1, Math.floor(length / 3)) && distance < length;
    if (isClose && (best === undefined || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]/g, "");
}

function foldedDistance(letters: string, folded: string): number {
  const isFar = Math.abs(letters.length - folded.length) > maxLength;
  return isFar ? Number.POSITIVE_INFINITY : editDistance(letters, folded);
}
