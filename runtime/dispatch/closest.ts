/** Finds the name that a caller probably meant. */
import { editDistance } from "../edit-distance.ts";

const longestName = 64;

/**
 * The candidate that was probably meant, if one is close: equal but for case and separators, or at most one typo in
 * three letters away (Damerau-Levenshtein, adjacent transpositions).
 */
export function closest(given: string, candidates: readonly string[]): string | undefined {
  if (given.length > longestName) return undefined;
  const letters = fold(given);
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    const folded = fold(candidate);
    const distance = folded === letters ? 0 : distanceOf(letters, folded);
    const allowed = Math.max(1, Math.floor(Math.max(letters.length, folded.length) / 3));
    if (distance <= allowed && distance < Math.max(letters.length, folded.length)) {
      if (best === undefined || distance < best.distance) best = { candidate, distance };
    }
  }
  return best?.candidate;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]/g, "");
}

function distanceOf(letters: string, folded: string): number {
  const isFar = Math.abs(letters.length - folded.length) > longestName;
  return isFar ? Number.POSITIVE_INFINITY : editDistance(letters, folded);
}
