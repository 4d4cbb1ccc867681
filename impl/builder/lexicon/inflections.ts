/** Reads other forms of the words of a phrase by the endings of their language: "e-poštu" for "e-pošta". */
import type { Language } from "../../../generated/types.ts";
import { fold, phraseKey } from "./fold.ts";
import { wordsIn } from "./lexicon.ts";

/** Shorter stems are too much alike. */
const MIN_STEM = 3;

const cache = new Map<Language, readonly string[]>();

/** The endings of a language, longer ones first; none: its words do not change, or its labels list their forms. */
function endingsOf(language: Language): readonly string[] {
  let endings = cache.get(language);
  if (!endings) {
    endings = (wordsIn(language).inflections ?? "")
      .split(",")
      .map((ending) => fold(ending.trim()))
      .filter((ending) => ending !== "")
      .sort((a, b) => b.length - a.length);
    cache.set(language, endings);
  }
  return endings;
}

/** The key that all forms of a phrase share; undefined: the language has no endings. */
export function stemKey(phrase: string, language: Language): string | undefined {
  const endings = endingsOf(language);
  if (endings.length === 0) return undefined;
  return phraseKey(phrase)
    .split(" ")
    .map((word) => {
      const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= MIN_STEM);
      return ending === undefined ? word : word.slice(0, -ending.length);
    })
    .join(" ");
}
