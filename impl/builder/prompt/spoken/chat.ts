/** Spells out what people shorten in chats: "how happy r u" -> "how happy are you". */
import type { Grammar } from "../../lexicon/grammar.ts";
import { instructionsIn } from "../../lexicon/instructions.ts";

const spellings = new Map<string, ReadonlyMap<string, string>>();

/** "u" -> "you"; the list is in the vocabulary, as "short/long". */
function spellingsIn({ languages }: Grammar): ReadonlyMap<string, string> {
  const language = languages[0]!;
  let map = spellings.get(language);
  if (!map) {
    const pairs = (instructionsIn(language).vocabulary.chat ?? []).map((pair) => pair.split("/"));
    map = new Map(pairs.map(([short = "", long = ""]) => [short, long]));
    spellings.set(language, map);
  }
  return map;
}

/** The text with short words in full. Capital letters are left alone: "U" and "R" may be names. */
export function withoutChat(text: string, grammar: Grammar): string {
  const map = spellingsIn(grammar);
  return text.replace(
    /(?<![\p{L}\p{N}'’/.@&-])\p{Ll}[\p{Ll}'’]{0,5}(?![\p{L}\p{N}'’/@&-]|\.\p{L})/gu,
    (word) => map.get(word) ?? word,
  );
}
