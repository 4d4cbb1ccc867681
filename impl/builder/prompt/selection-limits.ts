/** Reads how many of the listed choices may be taken, where the list says it at its end: "yoga, dance, pilates, max 2". */
import { fold } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { instructionsIn } from "../lexicon/instructions.ts";

/** The number of the last part, where this limits the others; undefined: it is a choice like them. */
export function selectionsAtMost(parts: readonly string[], grammar: Grammar): number | undefined {
  const last = parts.at(-1);
  if (last === undefined || parts.length < 3 || last.length > 40) return undefined;
  const others = parts.slice(0, -1);
  if (others.some((part) => /^\W*\d/.test(part) || isBound(fold(part), grammar))) return undefined;
  const folded = inDigits(fold(last), grammar);
  const [found] = folded.matchAll(grammar.atMost);
  if (!found?.groups) return undefined;
  const before = folded.slice(0, found.index).trim();
  const after = folded.slice(found.index + found[0].length).trim();
  return wordCount(before) < 3 && wordCount(after) < 2 ? Number(found.groups.number) : undefined;
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** "under 18" among ages is a choice, and so are the others then. */
function isBound(folded: string, grammar: Grammar): boolean {
  return [grammar.atMost, grammar.atLeast, grammar.range].some(
    (pattern) => folded.matchAll(pattern).next().value !== undefined,
  );
}

/** "maximal zwei" -> "maximal 2" */
function inDigits(folded: string, { languages }: Grammar): string {
  if (/\d/.test(folded)) return folded;
  const lists = [languages[0]!, "en" as const].map(
    (language) => instructionsIn(language).vocabulary.numbers ?? [],
  );
  return folded.replace(/\p{L}+/gu, (word) => {
    for (const list of lists) {
      const index = list.findIndex((names) => names.split("/").map(fold).includes(word));
      if (index >= 0) return String(index + 1);
    }
    return word;
  });
}
