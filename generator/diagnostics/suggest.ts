/** Hints that suggest what the author probably meant. */
import { editDistance } from "@toolwright/runtime/edit-distance";

/** "Did you mean": the candidate nearest to `word`, if one is near enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(word.length - candidate.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** A hint with the nearest candidate, if one is near enough. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const match = nearest(word, candidates);
  return match === undefined ? undefined : `Did you mean ${JSON.stringify(match)}?`;
}

/** A hint with the nearest candidate. Where none is near, it lists all candidates if they are few. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const hint = suggest(word, candidates);
  if (hint !== undefined) return hint;
  if (candidates.length === 0 || candidates.length > 12) return undefined;
  return `Known here: ${candidates.map((name) => JSON.stringify(name)).join(", ")}.`;
}

/** A hint for words that older YAML reads as true or false, such as `yes`. */
export function flagHint(word: string): string | undefined {
  if (/^(yes|on|true)$/i.test(word)) return "Write true, without quotes: YAML 1.2 has no other word for it.";
  if (/^(no|off|false)$/i.test(word))
    return "Write false, without quotes: YAML 1.2 has no other word for it.";
  return undefined;
}
