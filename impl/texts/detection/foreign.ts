/** Tells prompts in languages that forms cannot have, by their script and their frequent words. */
import { fold } from "../fold.ts";
import foreign from "./foreign.json" with { type: "json" };
import { OTHER_LANGUAGES, type OtherLanguage, otherLanguageName } from "./names.ts";

/** Scripts that no official language of the EU is written in, by a language that is written in it. */
const SCRIPTS: readonly (readonly [OtherLanguage, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["fa", /[پچژگ]/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["bn", /\p{Script=Bengali}/gu],
  ["ta", /\p{Script=Tamil}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["ka", /\p{Script=Georgian}/gu],
  ["hy", /\p{Script=Armenian}/gu],
];

/** Letters that only some languages have. They are compared before folding. */
const LETTERS: readonly (readonly [OtherLanguage, RegExp])[] = [
  ["mk", /[ѓќѕ]/giu],
  ["sr", /[јљњђћџ]/giu],
  ["be", /ў/giu],
  ["uk", /[іїєґ]/giu],
  ["ru", /[ыэё]/giu],
  ["tr", /[ğşı]/giu],
  ["vi", /[ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđơư]/giu],
  ["is", /[þð]/giu],
];

let index: ReadonlyMap<string, readonly OtherLanguage[]> | undefined;

/** Words of the lists -> their languages. */
function wordIndex(): ReadonlyMap<string, readonly OtherLanguage[]> {
  const made = new Map<string, OtherLanguage[]>();
  const lists: Readonly<Partial<Record<OtherLanguage, string>>> = foreign;
  for (const language of OTHER_LANGUAGES) {
    for (const word of new Set(fold(lists[language] ?? "").match(/\p{L}+/gu) ?? []))
      made.set(word, [...(made.get(word) ?? []), language]);
  }
  return made;
}

/**
 * The English name of the language that a prompt is written in, if it is none of the 24.
 *
 * @param weightOf how much a folded word speaks for the best of the 24 languages
 */
export function foreignLanguage(prompt: string, weightOf: (word: string) => number): string | undefined {
  const text = prompt.slice(0, 8_000);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return undefined;
  const script = SCRIPTS.find(([, pattern]) => (text.match(pattern)?.length ?? 0) * 4 > letters);
  if (script) return otherLanguageName(script[0]);
  const words = [...new Set(fold(text).match(/\p{L}+/gu) ?? [])];
  index ??= wordIndex();
  const [best, score] = [...scoreAll(text, words, index, weightOf)].sort((a, b) => b[1] - a[1])[0] ?? [];
  if (best === undefined || score === undefined || score < 3) return undefined;
  const known = words.reduce((sum, word) => sum + weightOf(word), 0);
  return score > known ? otherLanguageName(best) : undefined;
}

function scoreAll(
  text: string,
  words: readonly string[],
  known: ReadonlyMap<string, readonly OtherLanguage[]>,
  weightOf: (word: string) => number,
): Map<OtherLanguage, number> {
  const scores = new Map<OtherLanguage, number>();
  const add = (language: OtherLanguage, weight: number) =>
    scores.set(language, (scores.get(language) ?? 0) + weight);
  // A word that the best of the 24 languages lacks says more than one that both have.
  for (const word of words)
    for (const language of known.get(word) ?? []) add(language, weightOf(word) > 0 ? 1 : 2);
  for (const [language, pattern] of LETTERS) if (text.search(pattern) >= 0) add(language, 2);
  return scores;
}
