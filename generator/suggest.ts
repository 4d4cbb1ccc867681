/** "Did you mean": the candidate nearest to `word`, if one is near enough to be what was meant. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** A hint that offers the nearest candidate, or, where none is near and they are few, all of them. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const match = nearest(word, candidates);
  if (match !== undefined) return `Did you mean ${JSON.stringify(match)}?`;
  if (candidates.length === 0 || candidates.length > 12) return undefined;
  return `Known here: ${candidates.map((name) => JSON.stringify(name)).join(", ")}.`;
}

/** What to write for a word that other languages have for true or false. */
export function flagHint(word: string): string | undefined {
  if (/^(yes|on|true)$/i.test(word)) return "Write true, without quotes: YAML 1.2 has no other word for it.";
  if (/^(no|off|false)$/i.test(word))
    return "Write false, without quotes: YAML 1.2 has no other word for it.";
  return undefined;
}

/** Optimal string alignment distance (insert, delete, replace, swap neighbours), cut off at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let distance = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, beforePrevious[j - 2]! + 1);
      }
      current.push(distance);
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[b.length]!;
}
