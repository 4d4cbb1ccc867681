/** Suggests the name that the author probably meant. */
import { withoutSharedWords } from "@toolwright/runtime/closest-name";
import { editDistance } from "@toolwright/runtime/edit-distance";

/**
 * Returns the candidate nearest to `word`, if it is near enough: at most one typo in three letters, not counting words that
 * both names contain. So `slots_cancel` is far from `slots_create`.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const [own, other] = withoutSharedWords(word.toLowerCase(), candidate.toLowerCase());
    const limit = Math.min(bestDistance, Math.max(1, Math.floor(own.length / 3)) + 1);
    if (Math.abs(own.length - other.length) >= limit) continue;
    const distance = editDistance(own, other);
    if (distance < limit) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** The fewest letters of a beginning that names one candidate. */
const shortestBeginning = 3;

/** Returns the only candidate that begins with the word: `conform` is `conformance`. */
function completed(word: string, candidates: readonly string[]): string | undefined {
  if (word.replace(/^-+/, "").length < shortestBeginning) return undefined;
  const longer = candidates.filter((candidate) => candidate.startsWith(word));
  return longer.length === 1 ? longer[0] : undefined;
}

/** A hint with the nearest candidate, if one is near enough, or the only one that begins with the word. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  const match = nearest(word, candidates) ?? completed(word, candidates);
  return match === undefined ? undefined : `Did you mean ${JSON.stringify(match)}?`;
}

/** Returns a hint with the nearest candidate. If none is near, the hint lists all candidates, provided they are few. */
export function didYouMean(word: string, candidates: readonly string[]): string | undefined {
  const hint = suggest(word, candidates);
  if (hint !== undefined) return hint;
  if (candidates.length === 0 || candidates.length > 12) return undefined;
  return `Known here: ${candidates.map((name) => JSON.stringify(name)).join(", ")}.`;
}

/** A hint for the rest of a text that a comma has cut: `{ when: it is sold, or lent }` has a key `or lent` without a value. */
export function commaHint(key: string, value: unknown): string | undefined {
  return value === null && /\s/.test(key)
    ? "Between braces and brackets a comma ends a text without quotes. Put the text into quotes."
    : undefined;
}

/** A hint for words that older YAML reads as true or false, such as `yes`. */
export function flagHint(word: string): string | undefined {
  if (/^(yes|on|true)$/i.test(word)) return "Write true, without quotes: YAML 1.2 has no other word for it.";
  if (/^(no|off|false)$/i.test(word))
    return "Write false, without quotes: YAML 1.2 has no other word for it.";
  return undefined;
}
