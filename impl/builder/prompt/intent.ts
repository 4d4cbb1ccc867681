/** Finds the purpose that a text names. */
import type { Intent } from "../intents.ts";
import { findIntent } from "../lexicon/dictionary.ts";
import { phraseKey } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";

/** The purpose that the longest phrase of a text names. Of several, the last one before "for" or another preposition. */
export function intentOf(head: string, grammar: Grammar): Intent | undefined {
  const words = phraseKey(head).split(" ").slice(0, 40);
  const main = words.findIndex((word) => PREPOSITIONS.has(word));
  let best: { intent: Intent; score: number; end: number } | undefined;
  for (let start = 0; start < words.length; start++) {
    for (let length = Math.min(4, words.length - start); length > 0; length--) {
      const found = findIntent(words.slice(start, start + length).join(" "), grammar.languages);
      if (!found) continue;
      const score = length * 2 + (main < 0 || start < main ? 1 : 0);
      const isLater =
        best !== undefined && score === best.score && start >= best.end && !grammar.words.headFirst;
      if (!best || score > best.score || isLater) best = { intent: found.value, score, end: start + length };
      break;
    }
  }
  return best?.intent;
}

const PREPOSITIONS: ReadonlySet<string> = new Set([
  "for",
  "about",
  "to",
  "on",
  "fur",
  "uber",
  "zu",
  "pour",
  "sur",
  "para",
  "per",
]);
