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
    const distance = folded === letters ? 0 : editDistance(letters, folded);
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

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) > longestName) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1));
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) cost = Math.min(cost, beforeLast[column - 2]! + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length]!;
}
