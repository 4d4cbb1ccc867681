/** Detects the language of a text by its words and letters. */
import type { Language } from "../../../generated/types.ts";
import { fold } from "../fold.ts";
import accents from "./accents.json" with { type: "json" };
import alphabets from "./alphabets.json" with { type: "json" };
import { foreignLanguage } from "./foreign.ts";
import { LANGUAGES } from "./names.ts";
import lists from "./words.json" with { type: "json" };

/** The languages that have a word. They share its weight, so a word that few languages have counts more. */
interface Evidence {
  readonly languages: Language[];
  weight: number;
}

/** Function words weigh more than nouns, which languages borrow from each other. */
const FUNCTION_WORD = 2;
const CONTENT_WORD = 1;
/** A letter that few languages have counts like a noun that few have. */
const LETTER = 0.5;
/** A letter that a language does not have, such as the ą of a name in an English text. */
const FOREIGN_LETTER = 0.5;
const MOST_FOREIGN_LETTERS = 4;
/** More of a text does not change the result. */
const MAX_WORDS = 400;
const MAX_LENGTH = 8_000;

let index: ReadonlyMap<string, Evidence> | undefined;

function evidence(): ReadonlyMap<string, Evidence> {
  if (index) return index;
  const made = new Map<string, Evidence>();
  const add = (words: string, language: Language, weight: number) => {
    for (const word of words.split(" ")) {
      const known = made.get(word);
      if (!known) made.set(word, { languages: [language], weight });
      else {
        known.languages.push(language);
        known.weight = Math.max(known.weight, weight);
      }
    }
  };
  for (const language of LANGUAGES) {
    add(lists[language].function, language, FUNCTION_WORD);
    add(lists[language].content, language, CONTENT_WORD);
  }
  index = made;
  return made;
}

/** Returns the language of most words in a text. If several fit equally, the first of `preferred` wins, then English. */
export function detectLanguage(text: string, preferred: readonly Language[]): Language {
  const scores = new Map<Language, number>(LANGUAGES.map((language) => [language, 0]));
  const add = (language: Language, share: number) =>
    scores.set(language, (scores.get(language) ?? 0) + share);
  for (const word of new Set(splitWords(text).slice(0, MAX_WORDS))) {
    const found = evidence().get(word);
    for (const language of found?.languages ?? [])
      add(language, (found?.weight ?? 0) / (found?.languages.length ?? 1));
  }
  const letters = new Set(text.slice(0, MAX_LENGTH).toLowerCase());
  for (const language of LANGUAGES) {
    if ([...distinctLetters(language)].some((letter) => letters.has(letter))) add(language, LETTER);
    add(language, -FOREIGN_LETTER * countForeign(letters, accents[language]));
  }
  const best = Math.max(...scores.values());
  const winners = LANGUAGES.filter((language) => (scores.get(language) ?? 0) >= best - 1e-9);
  return [...preferred, "en" as const, ...winners].find((language) => winners.includes(language)) ?? "en";
}

/** The English name of the language of a text, if it is none of the 24. */
export function detectOtherLanguage(text: string): string | undefined {
  if (isKnownWhole(text)) return undefined;
  const language = detectLanguage(text, []);
  return foreignLanguage(text, (word) => (evidence().get(word)?.languages.includes(language) ? 1 : 0));
}

/** "Formular: Name, E-Mail" is German, whatever other languages have these words: one of the 24 has them all. */
function isKnownWhole(text: string): boolean {
  const words = [...new Set(splitWords(text.slice(0, 200)))];
  if (words.length > 6) return false;
  return LANGUAGES.some((language) =>
    words.every((word) => evidence().get(word)?.languages.includes(language)),
  );
}

function distinctLetters(language: Language): string {
  const known: Readonly<Partial<Record<Language, string>>> = alphabets;
  return known[language] ?? "";
}

/** Counts the Latin letters beyond a to z that a language does not have. */
function countForeign(letters: ReadonlySet<string>, known: string): number {
  const others = [...letters].filter(
    (letter) => /[^\p{ASCII}]/u.test(letter) && /\p{Script=Latin}/u.test(letter),
  );
  return Math.min(others.filter((letter) => !known.includes(letter)).length, MOST_FOREIGN_LETTERS);
}

function splitWords(text: string): string[] {
  return fold(text.slice(0, MAX_LENGTH)).match(/\p{L}+/gu) ?? [];
}
